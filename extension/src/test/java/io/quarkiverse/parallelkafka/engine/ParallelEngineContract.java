package io.quarkiverse.parallelkafka.engine;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Timeout;

/**
 * What every engine is tested for: a subclass an engine, which says how to create one. Where an engine can't keep a part
 * of the contract, its subclass overrides that test, disables it, and says why.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
public abstract class ParallelEngineContract
        implements
            OrderContract,
            OutcomeContract,
            FairnessContract,
            CommitContract,
            CloseContract,
            RestartContract,
            LogContract,
            RebalanceContract,
            ProtocolContract,
            SubscriptionContract,
            SnapshotContract,
            OutageContract,
            ThroughputContract {
}
