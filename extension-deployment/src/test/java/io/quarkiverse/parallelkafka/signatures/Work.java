package io.quarkiverse.parallelkafka.signatures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records what one channel's method did, and judges it: how many records were in flight at once, and whether each key's
 * ran one at a time and in order. A payload is {@code key:number}.
 */
final class Work {

    private final String channel;
    private final Map<String, Integer> running = new HashMap<>();
    private final Map<String, Integer> last = new HashMap<>();
    private final List<String> violations = new ArrayList<>();
    private int inFlight;
    private int mostInFlight;
    private int done;

    Work(String channel) {
        this.channel = channel;
    }

    synchronized void begin(String payload) {
        String key = keyOf(payload);
        int number = numberOf(payload);
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        if (running.merge(key, 1, Integer::sum) > 1) {
            violations.add(payload + " began while another record of its key ran");
        }
        Integer before = last.put(key, number);
        if (before != null && before >= number) {
            violations.add(payload + " began after " + before);
        }
    }

    synchronized void end(String payload) {
        inFlight--;
        running.merge(keyOf(payload), -1, Integer::sum);
        done++;
    }

    synchronized int done() {
        return done;
    }

    /** The judgement since the last one. */
    synchronized Result result() {
        Result result = new Result(channel, done, mostInFlight, List.copyOf(violations));
        done = 0;
        mostInFlight = 0;
        violations.clear();
        last.clear();
        return result;
    }

    record Result(String channel, int done, int mostInFlight, List<String> violations) {
    }

    private static String keyOf(String payload) {
        return payload.substring(0, payload.indexOf(':'));
    }

    private static int numberOf(String payload) {
        return Integer.parseInt(payload.substring(payload.indexOf(':') + 1));
    }
}
