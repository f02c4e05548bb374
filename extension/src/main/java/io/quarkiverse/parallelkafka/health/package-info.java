/** What a channel's state means to those who ask whether the application is alive, ready and started. */
@NullMarked
package io.quarkiverse.parallelkafka.health;

import org.jspecify.annotations.NullMarked;
