import type { ChildProcess } from 'node:child_process';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import { MAX_SOURCE_BYTES } from '../limits.ts';
import type {
  OrderMessage,
  PictureSource,
  Preview,
  RenderFailure,
  RenderOrder,
  ReplyMessage,
} from './decoder-messages.ts';
import { pathOfSlot, startDecoder, type StartedDecoder } from './start-decoder.ts';

/** Idle time after which the process ends and returns all its memory. Milliseconds. */
const IDLE_MS = 20_000;
/** Longer than the decoders' own limit, so a decoder that reaches it does not react any more. Milliseconds. */
const DEADLINE_MS = 20_000;

/** Source of an image: small files are in memory already. */
export type PictureBytes = Uint8Array | OpenFile;

export type Order = Omit<RenderOrder, 'source'>;

/** The process ended while it was decoding, perhaps because of another image. */
export class DecoderGone extends Error {
  override readonly name = 'DecoderGone';
}

interface Pending {
  readonly resolve: (outcome: Preview | RenderFailure) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** A process that is started, or about to be. */
interface Running {
  readonly started: Promise<StartedDecoder>;
  readonly pending: Map<number, Pending>;
  /** Number of images that are being sent or decoded. */
  images: number;
  child: ChildProcess | undefined;
  isEnded: boolean;
}

/** A process that decodes images: started on demand, ended when it is idle. */
export class DecoderProcess {
  readonly #threads: number;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** Once a process was confined, an attacker who makes later ones fail must not get one that is not. */
  #mustBeConfined = false;
  #nextId = 0;

  /** `threads`: number of images that are decoded at once. */
  constructor(threads: number) {
    this.#threads = threads;
  }

  /**
   * Decodes an image. Rejects with DecoderGone if the process ends, with `unsupported-type` if it takes too long, and
   * with the error of a file that cannot be read. The file must stay open until the promise settles.
   */
  async render(order: Order, picture: PictureBytes): Promise<Preview | RenderFailure> {
    clearTimeout(this.#idle);
    const running = (this.#running ??= this.#start());
    running.images += 1;
    try {
      return await this.#renderIn(running, order, picture);
    } finally {
      running.images -= 1;
      if (running.images === 0 && this.#running === running) {
        this.#idle = setTimeout(() => this.#end(running), IDLE_MS).unref();
      }
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#running !== undefined) this.#end(this.#running);
  }

  async #renderIn(running: Running, order: Order, picture: PictureBytes) {
    const { isConfined, slots } = await running.started;
    const decode = (source: PictureSource) => this.#decode(running, { ...order, source });
    if (picture instanceof Uint8Array) return decode({ kind: 'bytes', bytes: picture });
    const { size } = picture.stat;
    const outcome = isConfined
      ? await slots.withCopy(picture, (index) =>
          decode({ kind: 'borrowed', path: pathOfSlot(index), size }),
        )
      : await picture.withProgramInput?.(({ path }) => decode({ kind: 'borrowed', path, size }));
    if (outcome !== undefined && outcome !== 'unreachable') return outcome;
    return decode({ kind: 'bytes', bytes: await readWhole(picture) });
  }

  async #decode(running: Running, order: RenderOrder): Promise<Preview | RenderFailure> {
    const { child } = await running.started;
    if (running.isEnded) throw gone();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        running.pending.delete(id);
        reject(new AppError('unsupported-type', 'a picture that takes too long to decode'));
        this.#end(running);
      }, DEADLINE_MS);
      running.pending.set(id, { resolve, reject, timer });
      const message: OrderMessage = { id, order };
      // The end of the process is handled by its 'exit' event.
      child.send(message, () => undefined);
    });
  }

  /** The next request starts another process, and does not wait for the end of this one. */
  #end(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.isEnded = true;
    running.child?.kill('SIGKILL');
  }

  #start(): Running {
    const running: Running = {
      started: this.#startDecoder((child) => {
        running.child = child;
        // A server that stops does not wait for it.
        child.unref();
        child.channel?.unref();
        if (running.isEnded) child.kill('SIGKILL');
      }),
      pending: new Map(),
      images: 0,
      child: undefined,
      isEnded: false,
    };
    running.started.then(
      ({ child }) => {
        child.on('message', (reply: ReplyMessage) => settle(running, reply));
        child.on('error', () => this.#bury(running));
        child.on('exit', () => this.#bury(running));
      },
      () => this.#bury(running),
    );
    return running;
  }

  async #startDecoder(onSpawn: (child: ChildProcess) => void): Promise<StartedDecoder> {
    const options = { threads: this.#threads, mustBeConfined: this.#mustBeConfined, onSpawn };
    try {
      const started = await startDecoder(options);
      this.#mustBeConfined ||= started.isConfined;
      return started;
    } catch (cause) {
      throw new DecoderGone('the decoding process cannot be started', { cause });
    }
  }

  #bury(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.isEnded = true;
    for (const { reject, timer } of running.pending.values()) {
      clearTimeout(timer);
      reject(gone());
    }
    running.pending.clear();
  }
}

function settle({ pending }: Running, reply: ReplyMessage): void {
  if (!('id' in reply)) return;
  const asked = pending.get(reply.id);
  if (asked === undefined) return;
  pending.delete(reply.id);
  clearTimeout(asked.timer);
  asked.resolve('preview' in reply ? reply.preview : reply.failure);
}

function gone(): DecoderGone {
  return new DecoderGone('the decoding process has ended');
}

async function readWhole(file: OpenFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(file.stat.size, MAX_SOURCE_BYTES));
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.readInto(bytes.subarray(filled), filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
