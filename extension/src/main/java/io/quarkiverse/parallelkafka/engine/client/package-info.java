/** What engines need to know of the Kafka consumer that they read with, whichever engine it is. */
@NullMarked
package io.quarkiverse.parallelkafka.engine.client;

import org.jspecify.annotations.NullMarked;
