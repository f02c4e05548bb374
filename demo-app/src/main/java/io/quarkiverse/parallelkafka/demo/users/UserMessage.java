package io.quarkiverse.parallelkafka.demo.users;

/**
 * What a message says about a user.
 *
 * @param id whose message it is, from 0
 * @param age in years, from 0
 * @param name any text
 */
record UserMessage(long id, int age, String name) {
}
