package io.stria.server;

import io.stria.AsyncFile;
import io.stria.StriaClient;

/** A client that lives through the deaths of servers, and the file that it has open all the while. */
record KillClient(int number, StriaClient client, AsyncFile shared) {}
