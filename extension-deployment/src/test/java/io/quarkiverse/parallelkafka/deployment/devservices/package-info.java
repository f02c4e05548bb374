/** The embedded servers by themselves, and applications that get them from the build. */
@NullMarked
package io.quarkiverse.parallelkafka.deployment.devservices;

import org.jspecify.annotations.NullMarked;
