package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jboss.logging.Logger;

/** A folder in the system's temporary folder, for as long as a Dev Service runs. */
final class TemporaryFolder {

    private static final Logger LOG = Logger.getLogger(TemporaryFolder.class);

    private TemporaryFolder() {
    }

    static Path create(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException("No folder can be created in " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    /** Deletes the folder and what is in it. What can't be deleted is left, with a warning: nobody can act on a failure. */
    static void delete(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> leavesFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : leavesFirst) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException alreadyGone) {
            LOG.debugf("%s is already gone", folder);
        } catch (IOException | UncheckedIOException e) {
            LOG.warnf("The temporary folder %s can't be deleted: %s", folder, e.getMessage());
        }
    }
}
