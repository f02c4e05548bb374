package io.quarkiverse.parallelkafka.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;

import org.apache.kafka.common.utils.AppInfoParser;

import com.sun.management.OperatingSystemMXBean;

/**
 * What was measured on.
 *
 * @param date the day
 * @param machine processor, number of processors, memory, operating system
 * @param java the JDK of all processes
 * @param kafka version of broker and client
 */
record Environment(LocalDate date, String machine, String java, String kafka) {

    static Environment now() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        String machine = String.format(Locale.ROOT, "%s, %d processors, %.0f GiB, %s %s", processor(),
                system.getAvailableProcessors(), system.getTotalMemorySize() / Math.pow(2, 30), system.getName(),
                system.getVersion());
        return new Environment(LocalDate.now(), machine,
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                AppInfoParser.getVersion());
    }

    private static String processor() {
        Path linux = Path.of("/proc/cpuinfo");
        try {
            if (Files.isReadable(linux)) {
                return Files.readAllLines(linux).stream().filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst()
                        .orElse(System.getProperty("os.arch"));
            }
        } catch (IOException e) {
            // Then without.
        }
        return System.getProperty("os.arch");
    }
}
