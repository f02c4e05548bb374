/** Build steps: what an application with this extension gets at build time. */
@NullMarked
package io.quarkiverse.parallelkafka.deployment;

import org.jspecify.annotations.NullMarked;
