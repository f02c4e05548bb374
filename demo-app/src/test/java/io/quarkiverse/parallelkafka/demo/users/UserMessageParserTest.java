package io.quarkiverse.parallelkafka.demo.users;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

class UserMessageParserTest {

    private static final String GOOD = "{'id':7,'age':30,'name':'Zoë'}";

    private final UserMessageParser parser = new UserMessageParser(new ObjectMapper());

    @Test
    void userMessage_isRead() throws Exception {
        assertThat(parse(GOOD, UTF_8)).isEqualTo(new UserMessage(7, 30, "Zoë"));
    }

    @Test
    void largestNumbers_areRead() throws Exception {
        assertThat(parse("{'id':9223372036854775807,'age':2147483647,'name':''}", UTF_8))
                .isEqualTo(new UserMessage(Long.MAX_VALUE, Integer.MAX_VALUE, ""));
    }

    @Test
    void unknownField_isIgnored() throws Exception {
        assertThat(parse("{'id':7,'age':30,'name':'A','city':{'zip':[1]}}", UTF_8))
                .isEqualTo(new UserMessage(7, 30, "A"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "{bad                                          | isn't JSON",
            "{'id':7,'age':30,'name':'A'                   | isn't JSON",
            "{'id':7,'age':30,'name':'A'} {}               | isn't JSON",
            "\"\"                                          | isn't a JSON object",
            "null                                          | isn't a JSON object",
            "[7,30,'A']                                    | isn't a JSON object",
            "{'age':30,'name':'A'}                         | id is missing",
            "{'id':null,'age':30,'name':'A'}               | id is missing",
            "{'id':'7','age':30,'name':'A'}                | isn't a whole number",
            "{'id':7.5,'age':30,'name':'A'}                | isn't a whole number",
            "{'id':9223372036854775808,'age':3,'name':'A'} | isn't a whole number",
            "{'id':-7,'age':30,'name':'A'}                 | id is negative",
            "{'id':7,'name':'A'}                           | age is missing",
            "{'id':7,'age':true,'name':'A'}                | isn't a whole number of years",
            "{'id':7,'age':2147483648,'name':'A'}          | isn't a whole number of years",
            "{'id':7,'age':-1,'name':'A'}                  | age is negative",
            "{'id':7,'age':30}                             | name is missing",
            "{'id':7,'age':30,'name':5}                    | isn't a text"
    })
    void anythingElse_isRejected(String json, String reason) {
        assertThatThrownBy(() -> parse(json, UTF_8)).isInstanceOf(RejectedMessageException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void otherEncoding_isRejected() {
        assertThatThrownBy(() -> parse(GOOD, Charset.forName("ISO-8859-1"))).hasMessageContaining("isn't UTF-8");
        assertThatThrownBy(() -> parse(GOOD, UTF_16)).hasMessageContaining("isn't UTF-8");
    }

    @Test
    void reason_doesNotQuoteTheMessage() {
        assertThatThrownBy(() -> parse("{'id':secret", UTF_8)).message().doesNotContain("secret");
    }

    @Test
    void keyOfTombstone_isTheId() throws Exception {
        assertThat(parser.parseId("42")).isEqualTo(42);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "x", "-1", "1.5", "9223372036854775808"})
    void otherKeyOfTombstone_isRejected(String key) {
        assertThatThrownBy(() -> parser.parseId(key)).isInstanceOf(RejectedMessageException.class);
    }

    private UserMessage parse(String json, Charset charset) throws RejectedMessageException {
        return parser.parse(json.replace('\'', '"').getBytes(charset));
    }
}
