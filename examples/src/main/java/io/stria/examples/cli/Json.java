package io.stria.examples.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, lists, strings, numbers and booleans as JSON (RFC 8259). */
public final class Json {
    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /**
     * Writes a value.
     *
     * @param value a map, list, string, number, boolean or null, and so on inside
     * @return its JSON, ending in a newline
     */
    public static String text(Object value) {
        Json json = new Json();
        json.value(value, 0);
        return json.out.append('\n').toString();
    }

    private void value(@Nullable Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
            open('{');
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = entries.next();
                indent(depth + 1);
                string(String.valueOf(entry.getKey()));
                out.append(": ");
                value(entry.getValue(), depth + 1);
                out.append(entries.hasNext() ? "," : "");
            }
            close('}', map.isEmpty(), depth);
        } else if (value instanceof List<?> list) {
            open('[');
            for (int i = 0; i < list.size(); i++) {
                indent(depth + 1);
                value(list.get(i), depth + 1);
                out.append(i + 1 < list.size() ? "," : "");
            }
            close(']', list.isEmpty(), depth);
        } else if (value instanceof Double number) {
            // JSON has no infinity; a rate over no time at all is not known.
            out.append(Double.isFinite(number) ? String.format(Locale.ROOT, "%.9g", number) : "null");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            string(String.valueOf(value));
        }
    }

    private void open(char bracket) {
        out.append(bracket);
    }

    private void close(char bracket, boolean empty, int depth) {
        if (!empty) {
            indent(depth);
        }
        out.append(bracket);
    }

    private void indent(int depth) {
        out.append('\n').append("  ".repeat(depth));
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
