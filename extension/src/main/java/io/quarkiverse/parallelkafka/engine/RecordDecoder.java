package io.quarkiverse.parallelkafka.engine;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.BooleanDeserializer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.DoubleDeserializer;
import org.apache.kafka.common.serialization.FloatDeserializer;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.LongDeserializer;
import org.apache.kafka.common.serialization.ShortDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.UUIDDeserializer;
import org.apache.kafka.common.serialization.VoidDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Decodes fetched records with the channel's deserializers.
 *
 * <p>
 * The consumer itself fetches bytes: an undecodable record then fails alone, instead of the poll that met it, and order
 * per key does not depend on how a key type implements {@code equals}.
 *
 * <p>
 * Thread safety: deserializers need not be thread-safe, so an engine decodes on one of its threads only.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class RecordDecoder<K, V> implements AutoCloseable {

    /** Of Kafka's own, those that look at the bytes and at nothing else. */
    private static final Set<Class<?>> PROMPT = Set.of(BooleanDeserializer.class, ByteArrayDeserializer.class,
            ByteBufferDeserializer.class, BytesDeserializer.class, DoubleDeserializer.class, FloatDeserializer.class,
            IntegerDeserializer.class, LongDeserializer.class, ShortDeserializer.class, StringDeserializer.class,
            UUIDDeserializer.class, VoidDeserializer.class);

    private final Deserializer<K> keys;
    private final Deserializer<V> values;

    /**
     * @param keys configured for keys; closed with this decoder
     * @param values configured for values; closed with this decoder
     */
    public RecordDecoder(Deserializer<K> keys, Deserializer<V> values) {
        this.keys = keys;
        this.values = values;
    }

    /**
     * @param properties name the classes of both deserializers, and are what these are configured with
     * @throws KafkaException if a deserializer can't be made or configured
     */
    public static <K, V> RecordDecoder<K, V> configuredBy(Map<String, Object> properties) {
        return new RecordDecoder<>(
                deserializer(properties, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, true),
                deserializer(properties, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, false));
    }

    @SuppressWarnings("unchecked") // what a deserializer makes is known to the application's method only
    private static <T> Deserializer<T> deserializer(Map<String, Object> properties, String property, boolean isKey) {
        try {
            Deserializer<T> deserializer = Utils.newInstance(String.valueOf(properties.get(property)),
                    Deserializer.class);
            deserializer.configure(properties, isKey);
            return deserializer;
        } catch (ClassNotFoundException e) {
            throw new KafkaException("The class that " + property + " names is not on the class path", e);
        }
    }

    /**
     * @param raw a record as it was fetched
     * @return the same record with its key and value decoded; a null key or value stays null
     * @throws UndecodableRecordException if a deserializer refused the bytes
     */
    public ConsumerRecord<K, V> decode(ConsumerRecord<byte[], byte[]> raw) {
        byte @Nullable [] key = raw.key();
        byte @Nullable [] value = raw.value();
        return new ConsumerRecord<>(raw.topic(), raw.partition(), raw.offset(), raw.timestamp(), raw.timestampType(),
                raw.serializedKeySize(), raw.serializedValueSize(),
                decode("key", keys, raw, key), decode("value", values, raw, value),
                raw.headers(), raw.leaderEpoch(), Optional.empty());
    }

    /** @return whether to decode a record never waits for anything */
    public boolean isPrompt() {
        return PROMPT.contains(keys.getClass()) && PROMPT.contains(values.getClass());
    }

    private static <T> T decode(String part, Deserializer<T> deserializer, ConsumerRecord<byte[], byte[]> raw,
            byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return deserializer.deserialize(raw.topic(), raw.headers(), bytes);
        } catch (VirtualMachineError e) {
            if (!(e instanceof StackOverflowError)) {
                throw e;
            }
            throw new UndecodableRecordException(raw, part, deserializer.getClass(), e);
        } catch (Throwable e) {
            // Also what a deserializer throws without declaring it, asserts, or lacks a class for.
            throw new UndecodableRecordException(raw, part, deserializer.getClass(), e);
        }
    }

    @Override
    public void close() {
        keys.close();
        values.close();
    }
}
