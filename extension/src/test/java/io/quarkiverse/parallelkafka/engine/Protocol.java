package io.quarkiverse.parallelkafka.engine;

import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;

import io.quarkiverse.parallelkafka.config.ChannelSettings;

/** How the members of a group come to their partitions. */
public enum Protocol {

    /** All let go of everything in each rebalance. */
    EAGER {
        @Override
        public ChannelSettings of(ChannelSettings settings) {
            return TestChannel.with(settings, "partition.assignment.strategy", RangeAssignor.class.getName());
        }
    },
    /** They let go of what they lose only. */
    COOPERATIVE {
        @Override
        public ChannelSettings of(ChannelSettings settings) {
            return TestChannel.with(settings, "partition.assignment.strategy",
                    CooperativeStickyAssignor.class.getName());
        }
    },
    /** The broker decides, as KIP-848 has it: another implementation of the consumer. */
    CONSUMER {
        @Override
        public ChannelSettings of(ChannelSettings settings) {
            return TestChannel.with(TestChannel.with(settings, "group.protocol", "consumer"), "heartbeat.interval.ms",
                    null);
        }
    };

    /** The same settings, for a member of a group with this protocol. */
    public abstract ChannelSettings of(ChannelSettings settings);
}
