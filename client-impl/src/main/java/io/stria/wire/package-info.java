/**
 * The wire format, shared by client and server: the frame {@linkplain io.stria.wire.Header header}, the small
 * {@linkplain io.stria.wire.Messages message bodies}, and the {@linkplain io.stria.wire.FrameReceiver receiver} that
 * lets payload land where it belongs. A connection and everything it owns is confined to its event loop. Imports Netty
 * and the public API only.
 */
@NullMarked
package io.stria.wire;

import org.jspecify.annotations.NullMarked;
