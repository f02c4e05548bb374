package io.quarkiverse.parallelkafka.engine.confluent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class ControlTasksTest {

    @Test
    void taskThatIsLeftWhileAnotherRuns_waitsForTheNextPass() {
        ControlTasks tasks = new ControlTasks();
        List<String> ran = new ArrayList<>();
        tasks.post(() -> {
            ran.add("first");
            tasks.post(() -> ran.add("second"));
        });

        tasks.run();
        assertThat(ran).containsExactly("first");
        tasks.run();
        assertThat(ran).containsExactly("first", "second");
    }
}
