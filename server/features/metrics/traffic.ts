import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Family } from './exposition.ts';
import { gauge } from './process-figures.ts';

/** What has gone over the connections of the server, with all that goes along with bodies; of TLS, what is encrypted. */
export class Traffic {
  readonly #open = new Set<Socket>();
  #received = 0;
  #sent = 0;
  /** A counter never goes back, also where what a socket had still to send was lost with it. */
  #toldSent = 0;

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // A handshake that is left to HTTP is told once more.
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
    this.#toldSent = Math.max(this.#toldSent, sent);
    return [
      gauge('filebrowser_connections_open', 'Connections that are open.', open.length),
      counter('filebrowser_received_bytes_total', 'Bytes that clients have sent.', received),
      counter('filebrowser_sent_bytes_total', 'Bytes that clients were sent.', this.#toldSent),
    ];
  }
}

function counter(name: string, help: string, value: number): Family {
  return { name, type: 'counter', help, samples: [{ value }] };
}
