import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Family } from './exposition.ts';
import { gauge } from './process-metrics.ts';

/** Counts bytes on the connections of the server, including headers and TLS. */
export class Traffic {
  readonly #open = new Set<Socket>();
  #received = 0;
  #sent = 0;
  /** A counter never decreases, even when unsent bytes of a closed socket are lost. */
  #reportedSent = 0;

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // A handshake that is handed back to HTTP emits the event again.
      if (this.#open.has(socket)) return;
      this.#open.add(socket);
      socket.once('close', () => {
        this.#open.delete(socket);
        this.#received += socket.bytesRead;
        this.#sent += socket.bytesWritten;
      });
    });
  }

  families(): Family[] {
    const open = [...this.#open];
    const received = open.reduce((sum, { bytesRead }) => sum + bytesRead, this.#received);
    const sent = open.reduce((sum, { bytesWritten }) => sum + bytesWritten, this.#sent);
    this.#reportedSent = Math.max(this.#reportedSent, sent);
    return [
      gauge('filebrowser_connections_open', 'Connections that are open.', open.length),
      counter('filebrowser_received_bytes_total', 'Bytes that clients have sent.', received),
      counter('filebrowser_sent_bytes_total', 'Bytes that clients were sent.', this.#reportedSent),
    ];
  }
}

function counter(name: string, help: string, value: number): Family {
  return { name, type: 'counter', help, samples: [{ value }] };
}
