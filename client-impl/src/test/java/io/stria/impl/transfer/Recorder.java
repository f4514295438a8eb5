package io.stria.impl.transfer;

import io.stria.StriaException;
import java.util.ArrayList;
import java.util.List;

/** An owner that remembers which requests have ended, and does nothing with them. */
final class Recorder implements Request.Owner {
    final List<Request> ended = new ArrayList<>();

    @Override
    public synchronized void requestEnded(Request request) {
        ended.add(request);
    }

    @Override
    public void requestExpired(Request request, StriaException cause) {
        request.future().completeExceptionally(cause);
    }

    @Override
    public String path() {
        return "/ckpt/7";
    }
}
