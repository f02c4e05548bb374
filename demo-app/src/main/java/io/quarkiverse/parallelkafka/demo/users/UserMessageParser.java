package io.quarkiverse.parallelkafka.demo.users;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import jakarta.inject.Singleton;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;

/**
 * Reads user messages from the bytes of records, and refuses everything that isn't one. The application does this and not
 * a deserializer, so that a bad record is the application's to count and log.
 *
 * <p>
 * A reason never quotes the record: what it holds may be private. For the same reason Jackson's messages are left out.
 */
@Singleton
final class UserMessageParser {

    private final ObjectReader json;

    UserMessageParser(ObjectMapper mapper) {
        this.json = mapper.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /**
     * @param value the value of a record: a JSON object in UTF-8; fields that a user message doesn't have are ignored
     * @throws RejectedMessageException if it isn't a user message
     */
    UserMessage parse(byte[] value) throws RejectedMessageException {
        JsonNode object = readObject(value);
        long id = field(object, "id", JsonNode::canConvertToLong, "a whole number");
        int age = Math.toIntExact(field(object, "age", JsonNode::canConvertToInt, "a whole number of years"));
        JsonNode name = object.get("name");
        require(name != null && name.isTextual(), "its name is missing or isn't a text");
        return new UserMessage(id, age, name.textValue());
    }

    /**
     * @param key the key of a record without a value
     * @return the id of the user whom the record deletes
     * @throws RejectedMessageException if it isn't the id of a user
     */
    long parseId(@Nullable String key) throws RejectedMessageException {
        try {
            long id = Long.parseLong(key == null ? "" : key);
            require(id >= 0, "it has no value, and its key is negative");
            return id;
        } catch (NumberFormatException e) {
            throw new RejectedMessageException("it has no value, and its key isn't the id of a user");
        }
    }

    private JsonNode readObject(byte[] value) throws RejectedMessageException {
        try {
            // Strictly, and before Jackson sees it: from bytes, it would also take UTF-16.
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
            JsonNode object = json.readTree(text);
            require(object.isObject(), "it isn't a JSON object");
            return object;
        } catch (CharacterCodingException e) {
            throw new RejectedMessageException("it isn't UTF-8");
        } catch (JsonProcessingException e) {
            throw new RejectedMessageException("it isn't JSON");
        }
    }

    private static long field(JsonNode object, String name, Range range, String kind) throws RejectedMessageException {
        JsonNode value = object.get(name);
        require(value != null && value.isIntegralNumber() && range.holds(value),
                "its " + name + " is missing or isn't " + kind);
        require(value.longValue() >= 0, "its " + name + " is negative");
        return value.longValue();
    }

    private static void require(boolean condition, String otherwise) throws RejectedMessageException {
        if (!condition) {
            throw new RejectedMessageException(otherwise);
        }
    }

    /** Whether a number is one that its field can take. */
    private interface Range {
        boolean holds(JsonNode number);
    }
}
