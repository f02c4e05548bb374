/** What the tests of this module share: a broker, and ways to look at it from outside the application. */
@NullMarked
package io.quarkiverse.parallelkafka.test;

import org.jspecify.annotations.NullMarked;
