package io.quarkiverse.parallelkafka.deployment.devservices;

import org.jboss.logging.Logger;

/** Hooks that run when the JVM ends. */
final class ShutdownHooks {

    private static final Logger LOG = Logger.getLogger(ShutdownHooks.class);

    private ShutdownHooks() {
    }

    /** Removes a hook, if it isn't too late. A hook that is left would keep its class loader in memory. */
    static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("The JVM is already ending", e);
        }
    }
}
