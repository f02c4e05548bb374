/** What is done beyond a committed offset, and how the metadata of a commit hold it. */
@NullMarked
package io.quarkiverse.parallelkafka.engine.metadata;

import org.jspecify.annotations.NullMarked;
