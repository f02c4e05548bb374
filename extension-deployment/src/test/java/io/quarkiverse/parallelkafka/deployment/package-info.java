/** Applications built with the extension, and what the build makes of them. */
@NullMarked
package io.quarkiverse.parallelkafka.deployment;

import org.jspecify.annotations.NullMarked;
