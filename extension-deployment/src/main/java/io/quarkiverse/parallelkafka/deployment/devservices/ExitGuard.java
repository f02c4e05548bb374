package io.quarkiverse.parallelkafka.deployment.devservices;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Clears up what a Dev Service leaves when this JVM ends without closing it: killed, or at the end of the tests, when
 * Quarkus leaves its Dev Services to whoever clears up containers.
 * <p>
 * It is a shell that waits for the end of its standard input, which is the end of this JVM, however it ends; then it
 * stops a process, if there is one, and deletes a folder. A shutdown hook would be called too early, while the
 * application is still at work, and not at all when the JVM is killed.
 */
final class ExitGuard {

    /**
     * A process that is told to stop still writes while it does, and makes a file anew that was deleted under it: then the
     * folder is not empty and stays. So it is deleted again until it is gone.
     */
    private static final String SCRIPT = "trap '' INT TERM HUP; cat > /dev/null; "
            + "if [ -n \"$2\" ]; then kill \"$2\"; fi; "
            + "for again in 1 2 3 4 5 6 7 8 9 10; do "
            + "rm -rf \"$1\"; if [ ! -e \"$1\" ]; then exit; fi; sleep 1; done";

    private final @Nullable Process shell;

    private ExitGuard(@Nullable Process shell) {
        this.shell = shell;
    }

    /** Guards a folder. Where there is no POSIX shell, the folder may stay behind. */
    static ExitGuard over(Path folder) throws IOException {
        return isPossibleHere() ? new ExitGuard(shell(folder, "")) : new ExitGuard(null);
    }

    /** Guards a folder and the process that works in it. */
    static ExitGuard over(Path folder, ProcessHandle process) throws IOException {
        return new ExitGuard(shell(folder, Long.toString(process.pid())));
    }

    static boolean isPossibleHere() {
        return File.separatorChar == '/';
    }

    private static Process shell(Path folder, String process) throws IOException {
        return new ProcessBuilder("sh", "-c", SCRIPT, "sh", folder.toString(), process)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
    }

    /** Ends the guard: its owner clears up itself. */
    void dismiss() {
        Optional.ofNullable(shell).ifPresent(Process::destroyForcibly);
    }
}
