package io.quarkiverse.parallelkafka.demo.users;

import java.util.List;

/**
 * What became of the messages that a request asked for.
 *
 * @param requested how many were asked for
 * @param acknowledged how many the broker acknowledged
 * @param failed the ids of those that were sent and not acknowledged
 * @param notSent how many were not sent any more, because others had failed
 */
record SendResult(int requested, int acknowledged, List<Long> failed, int notSent) {

    boolean complete() {
        return acknowledged == requested;
    }
}
