package io.quarkiverse.parallelkafka.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The same as the JSON, for a spreadsheet: what is nested there has a dot in the column's name here. */
final class Csv {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Csv() {
    }

    static void write(Path file, List<Measurement> measurements) throws IOException {
        List<Map<String, String>> lines = new ArrayList<>();
        Map<String, String> columns = new LinkedHashMap<>();
        for (Measurement measurement : measurements) {
            Map<String, String> line = new LinkedHashMap<>();
            flatten("", JSON.valueToTree(measurement), line);
            line.keySet().forEach(column -> columns.put(column, column));
            lines.add(line);
        }
        StringBuilder text = new StringBuilder(line(columns, columns));
        lines.forEach(each -> text.append(line(columns, each)));
        Files.writeString(file, text);
    }

    private static void flatten(String prefix, JsonNode node, Map<String, String> line) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (field.getValue().isObject()) {
                flatten(prefix + field.getKey() + ".", field.getValue(), line);
            } else {
                line.put(prefix + field.getKey(), field.getValue().isNull() ? "" : field.getValue().asText());
            }
        }
    }

    private static String line(Map<String, String> columns, Map<String, String> values) {
        return columns.keySet().stream().map(column -> quote(values.getOrDefault(column, "")))
                .collect(Collectors.joining(",", "", "\n"));
    }

    private static String quote(String value) {
        return value.matches(".*[\",\\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
    }
}
