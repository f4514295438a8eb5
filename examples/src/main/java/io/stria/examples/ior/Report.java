package io.stria.examples.ior;

import java.util.List;

/** Where results are written, as they come. */
interface Report {

    /** Before the first phase. */
    void begin();

    /** Before a phase that is timed or checks. */
    void commencing(Access access);

    void row(Row row);

    /** After the files of a repetition were removed. */
    void removed(int repetition, double seconds);

    /** After the last phase, with all rows. */
    void end(List<Row> rows);
}
