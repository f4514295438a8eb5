package io.stria.jmh.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON (RFC 8259) that the peers report in, to look up numbers in it. Text before the first brace is skipped,
 * since fio writes notes there. Not for several threads.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text, int at) {
        this.text = text;
        this.at = at;
    }

    /**
     * The number at a path.
     *
     * @param report what a program printed
     * @param path a member's name or an element's index for each level
     * @throws IOException if there is no such number, quoting the report
     */
    static double number(String report, Object... path) throws IOException {
        Object value = parse(report);
        for (Object step : path) {
            if (value instanceof Map<?, ?> members && members.get(step) != null) {
                value = members.get(step);
            } else if (value instanceof List<?> elements && step instanceof Integer index && index < elements.size()) {
                value = elements.get(index);
            } else {
                throw new IOException("no " + List.of(path) + " in the report: " + report.strip());
            }
        }
        if (value instanceof Double number) {
            return number;
        }
        throw new IOException(List.of(path) + " is no number in the report: " + report.strip());
    }

    private static Object parse(String report) throws IOException {
        int begin = report.indexOf('{');
        if (begin < 0) {
            throw new IOException("no JSON in the report: " + report.strip());
        }
        Json json = new Json(report, begin);
        try {
            return json.value();
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException("broken JSON near character " + json.at + " of the report: " + report.strip(), e);
        }
    }

    private Object value() throws IOException {
        char first = peek();
        if (first == '{') {
            return members();
        }
        if (first == '[') {
            return elements();
        }
        return first == '"' ? string() : literal();
    }

    private Map<String, Object> members() throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        while (peek() != '}') {
            String name = string();
            expect(':');
            members.put(name, value());
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return members;
    }

    private List<Object> elements() throws IOException {
        List<Object> elements = new ArrayList<>();
        at++;
        while (peek() != ']') {
            elements.add(value());
            if (peek() == ',') {
                at++;
            }
        }
        at++;
        return elements;
    }

    private String string() throws IOException {
        expect('"');
        StringBuilder out = new StringBuilder();
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            out.append(c == '\\' ? escaped(text.charAt(at++)) : c);
        }
        return out.toString();
    }

    private char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> c;
        };
    }

    /** A number as Double; true, false and null as their names. */
    private Object literal() {
        int begin = at;
        while (",]}".indexOf(text.charAt(at)) < 0 && !Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        String literal = text.substring(begin, at);
        return Character.isLetter(literal.charAt(0)) ? literal : (Object) Double.valueOf(literal);
    }

    private void expect(char wanted) throws IOException {
        if (peek() != wanted) {
            throw new IOException("'" + wanted + "' expected at character " + at + " of the report: " + text.strip());
        }
        at++;
    }

    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }
}
