/** The table of the field article on reading Kafka in parallel: how long the same messages take, ordering by ordering. */
@NullMarked
package io.quarkiverse.parallelkafka.article;

import org.jspecify.annotations.NullMarked;
