package io.stria.examples.ior;

/**
 * What one rank did in one phase. Times are of the monotonic clock, which all processes of one Linux machine share.
 *
 * @param rank the rank that did it
 * @param dataRank the rank whose share it was; another one with {@code -C}
 * @param openStartNs before the open
 * @param openStopNs after the open
 * @param ioStartNs before the first transfer
 * @param ioStopNs after the last transfer, and the sync of {@code -e}
 * @param closeStartNs before the close
 * @param closeStopNs after the close
 * @param transfers how many transfers were made
 * @param stonewallNs with {@code -D}: when it ran out of time or transfers, after {@code ioStartNs}; else 0
 * @param stonewallTransfers transfers made by then
 * @param errors 64-bit words that were not as written
 * @param firstError where the first was; empty if there was none
 */
record TaskResult(
        int rank,
        int dataRank,
        long openStartNs,
        long openStopNs,
        long ioStartNs,
        long ioStopNs,
        long closeStartNs,
        long closeStopNs,
        long transfers,
        long stonewallNs,
        long stonewallTransfers,
        long errors,
        String firstError) {}
