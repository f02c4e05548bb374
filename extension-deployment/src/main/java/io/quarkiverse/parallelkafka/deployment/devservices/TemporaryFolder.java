package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

/** A folder in the system's temporary folder, for as long as a Dev Service runs. */
final class TemporaryFolder {

    private static final Logger LOG = Logger.getLogger(TemporaryFolder.class);

    private static final long TRY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private TemporaryFolder() {
    }

    static Path create(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException("No folder can be created in " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    /**
     * Deletes the folder and what is in it. A process that still writes there while it ends makes a file anew that was
     * deleted under it, so it is tried for a while. What can't be deleted is left, with a warning: nobody can act on a
     * failure.
     */
    static void delete(Path folder) {
        long deadline = System.nanoTime() + TRY_NANOS;
        while (true) {
            try {
                deleteNow(folder);
                return;
            } catch (NoSuchFileException alreadyGone) {
                LOG.debugf("%s is already gone", folder);
                return;
            } catch (IOException | UncheckedIOException e) {
                if (System.nanoTime() > deadline) {
                    LOG.warnf("The temporary folder %s can't be deleted: %s", folder, e.getMessage());
                    return;
                }
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }

    private static void deleteNow(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : leavesFirst) {
                Files.deleteIfExists(path);
            }
        }
    }
}
