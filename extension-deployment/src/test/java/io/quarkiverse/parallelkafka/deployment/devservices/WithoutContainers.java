package io.quarkiverse.parallelkafka.deployment.devservices;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.quarkus.deployment.IsDockerWorking;

/** Skips a test where containers work, because there Quarkus's own Dev Services come first. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(WithoutContainers.Condition.class)
@interface WithoutContainers {

    /** Asks in the way Quarkus does. */
    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return new IsDockerWorking(true).getAsBoolean()
                    ? ConditionEvaluationResult.disabled("containers work here")
                    : ConditionEvaluationResult.enabled("no containers here");
        }
    }
}
