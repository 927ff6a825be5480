import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** A connection that has sent more than this is regarded as the upload of a file. */
const UPLOAD_BYTES = 1_048_576;

/** A connection between browser and server that can be broken, and that counts the bytes of the browser. */
export class CuttableConnection {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #waiting: { readonly bytes: number; resolve(): void }[] = [];
  readonly #heldBack = new Set<() => void>();
  #isCut = false;
  #isHeld = false;
  #bytesSent = 0;

  private constructor(targetPort: number) {
    this.#server = createServer((near) => this.#pass(near, targetPort));
  }

  static async open(targetPort: number): Promise<CuttableConnection> {
    const line = new CuttableConnection(targetPort);
    await new Promise<void>((done) => line.#server.listen(0, '127.0.0.1', done));
    return line;
  }

  get url(): string {
    // Only the address of a pipe is a string.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Delays the bytes of uploads from now on, except those that `sentFurther` waits for. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Releases all held bytes. */
  release(): void {
    this.#isHeld = false;
    this.#sendHeld();
  }

  /** Resolves when the browser has sent this number of further bytes. */
  sentFurther(bytes: number): Promise<void> {
    const target = this.#bytesSent + bytes;
    return new Promise((resolve) => {
      this.#waiting.push({ bytes: target, resolve });
      this.#sendHeld();
    });
  }

  /** Breaks every connection at once and refuses new ones. */
  cut(): void {
    this.#isCut = true;
    this.#heldBack.clear();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again. */
  restore(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((done) => this.#server.close(() => done()));
  }

  #pass(near: Socket, targetPort: number): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(targetPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    near.pipe(this.#throttle()).pipe(far);
    far.pipe(near);
  }

  #throttle(): Transform {
    let sent = 0;
    return new Transform({
      transform: (bytes: Buffer, _encoding, pass: TransformCallback) => {
        sent += bytes.length;
        const send = (): void => {
          this.#count(bytes.length);
          pass(null, bytes);
        };
        const mustWait = this.#isHeld && this.#waiting.length === 0;
        if (mustWait && sent > UPLOAD_BYTES) this.#heldBack.add(send);
        else send();
      },
    });
  }

  #sendHeld(): void {
    const heldBack = [...this.#heldBack];
    this.#heldBack.clear();
    for (const send of heldBack) send();
  }

  #count(bytes: number): void {
    this.#bytesSent += bytes;
    while ((this.#waiting[0]?.bytes ?? Number.POSITIVE_INFINITY) <= this.#bytesSent) {
      this.#waiting.shift()?.resolve();
    }
  }
}
