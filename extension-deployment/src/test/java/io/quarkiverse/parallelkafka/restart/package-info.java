/** What a packaged application does with its records when it is stopped or killed, and started again. */
@NullMarked
package io.quarkiverse.parallelkafka.restart;

import org.jspecify.annotations.NullMarked;
