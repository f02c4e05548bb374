/**
 * Dev Services without containers: a Kafka broker and a redis-server for dev and test mode, on machines where the
 * containers that Quarkus would start can't run. All of it lives in the build's class loader and never in the application.
 */
@NullMarked
package io.quarkiverse.parallelkafka.deployment.devservices;

import org.jspecify.annotations.NullMarked;
