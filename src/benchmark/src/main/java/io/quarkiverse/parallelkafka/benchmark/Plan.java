package io.quarkiverse.parallelkafka.benchmark;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import io.quarkiverse.parallelkafka.benchmark.Row.Kind;
import io.quarkiverse.parallelkafka.benchmark.peer.Job.Window;

/**
 * What a run was asked to do.
 *
 * @param quick shorter, on smaller topics, and the main rows only
 * @param rounds how often each row is measured
 * @param only matches somewhere in the names of the rows that are measured; all, if empty
 * @param page whether the page in the documentation is to show this run, whatever rows it has
 */
record Plan(boolean quick, int rounds, Optional<Pattern> only, boolean page) {

    private static final int ROUNDS = 3;
    private static final int TURNS = 3;

    /** @throws IllegalArgumentException with what is allowed, if the arguments are wrong */
    static Plan of(List<String> arguments) {
        boolean quick = false;
        int rounds = 0;
        Optional<Pattern> only = Optional.empty();
        boolean page = false;
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            String value = i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            switch (argument) {
                case "--quick" -> quick = true;
                case "--page" -> page = true;
                case "--rounds" -> {
                    rounds = Integer.parseInt(value);
                    i++;
                }
                case "--only" -> {
                    only = Optional.of(Pattern.compile(value));
                    i++;
                }
                default -> throw new IllegalArgumentException(
                        "Unknown argument " + argument + ", allowed: --quick, --rounds N, --only REGEX, --page");
            }
        }
        return new Plan(quick, rounds > 0 ? rounds : quick ? 1 : ROUNDS, only, page);
    }

    /** @return whether the page is written anew: if every row is measured, or it was asked for */
    boolean writesPage() {
        return page || !quick && only.isEmpty();
    }

    Rows rows() {
        return quick ? new Rows(2_000_000, 1_000_000) : new Rows(12_000_000, 5_000_000);
    }

    /** A quick run has the main rows, unless it was told which. */
    List<Row> chosen(Rows rows) {
        return rows.all().stream()
                .filter(row -> only.map(regex -> regex.matcher(row.id()).find()).orElse(row.main() || !quick))
                .toList();
    }

    /**
     * Where nothing is done, a topic is read within seconds, and compilers need more: it is read before, as often as that
     * takes, and several times then. Channels are slower, and can be started once only. What is sent while it is read has to
     * be caught up with before, and an idle process has its compilers at work for a while.
     */
    Window window(Row row) {
        long records = row.workload().records();
        boolean isQuick = row.kind() == Kind.THROUGHPUT && row.work().millis() == 0;
        boolean isChannel = row.peer().equals("channel");
        int turns = !isQuick || isChannel ? 0 : quick ? 1 : TURNS;
        long firstRoundMillis = quick ? 2_000 : 25_000;
        long warmUpRecords = !isQuick ? Long.MAX_VALUE : isChannel ? records / 3 * 2 : records / 12;
        boolean isLive = records == 0;
        return quick
                ? new Window(turns, firstRoundMillis, warmUpRecords, isLive ? 6_000 : 2_000, isLive ? 6_000 : 3_000)
                : new Window(turns, firstRoundMillis, warmUpRecords, isLive ? 60_000 : 15_000,
                        isLive ? 20_000 : 10_000);
    }
}
