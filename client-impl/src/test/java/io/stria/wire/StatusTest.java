package io.stria.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stria.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTest {
    /** Written down a second time on purpose: these numbers are stored in other people's programs. */
    private static final List<String> GOLDEN = List.of(
            "INVALID_ARGUMENT", // 1
            "NOT_FOUND",
            "ALREADY_EXISTS",
            "NOT_A_DIRECTORY",
            "IS_A_DIRECTORY",
            "NOT_EMPTY",
            "NO_SPACE",
            "IO_ERROR",
            "STALE",
            "ACCESS_DENIED", // 10
            "UNSUPPORTED",
            "VERSION_MISMATCH",
            "PROTOCOL_ERROR",
            "CHECKSUM_MISMATCH",
            "BUSY",
            "TIMEOUT",
            "CLOSED",
            "INTERNAL"); // 18

    @Test
    void numbersNeverChange() {
        assertThat(Status.OK).isZero();
        for (int i = 0; i < GOLDEN.size(); i++) {
            assertThat(Status.code(i + 1)).isEqualTo(ErrorCode.valueOf(GOLDEN.get(i)));
            assertThat(Status.of(ErrorCode.valueOf(GOLDEN.get(i)))).isEqualTo(i + 1);
        }
    }

    @Test
    void everyCodeHasANumberAndEveryNumberACode() {
        for (ErrorCode code : ErrorCode.values()) {
            ErrorCode expected = GOLDEN.contains(code.name()) ? code : ErrorCode.INTERNAL;
            assertThat(Status.code(Status.of(code))).isEqualTo(expected);
        }
        for (int status : new int[] {19, 255, 65_535, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThat(Status.code(status)).isEqualTo(ErrorCode.INTERNAL);
        }
    }

    @Test
    void onlyReadAndWriteMovePayload() {
        for (int opcode = 0; opcode < 256; opcode++) {
            assertThat(Opcode.isData(opcode)).isEqualTo(opcode == 16 || opcode == 17);
        }
        assertThat(new int[] {
                    Opcode.HELLO,
                    Opcode.PING,
                    Opcode.WRITE,
                    Opcode.READ,
                    Opcode.SYNC,
                    Opcode.TRUNCATE,
                    Opcode.SIZE,
                    Opcode.OPEN,
                    Opcode.CLOSE,
                    Opcode.STAT,
                    Opcode.LIST,
                    Opcode.RENAME,
                    Opcode.REMOVE,
                    Opcode.MKDIR,
                    Opcode.TARGETS,
                    Opcode.JOIN,
                    Opcode.POLL
                })
                .containsExactly(1, 2, 16, 17, 18, 19, 20, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41);
    }
}
