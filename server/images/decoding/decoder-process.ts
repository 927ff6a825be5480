import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../errors.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import type { OrderMessage, Preview, RenderFailure, RenderOrder, ReplyMessage } from './orders.ts';

/** Idle time after which the process ends and returns all its memory. Milliseconds. */
const IDLE_MS = 20_000;
/** Longer than the decoders' own limit, so a decoder that reaches it does not react any more. Milliseconds. */
const DEADLINE_MS = 20_000;

/**
 * Settings of malloc: one arena, and freed memory is returned soon, because buffers of decoders are large and
 * short-lived. A lower threshold would cost time. Bytes.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};

/** The process ended while it was decoding, perhaps because of another image. */
export class DecoderGone extends Error {
  override readonly name = 'DecoderGone';
}

interface Pending {
  readonly resolve: (outcome: Preview | RenderFailure) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Running {
  readonly child: ChildProcess;
  readonly pending: Map<number, Pending>;
}

/** A process that decodes images: started on demand, ended when it is idle. */
export class DecoderProcess {
  readonly #threads: number;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 0;

  /** `threads`: number of images that are decoded at once. */
  constructor(threads: number) {
    this.#threads = threads;
  }

  /**
   * Decodes an image. Rejects with DecoderGone if the process ends, and with `unsupported-type` if it takes too long.
   * A lent descriptor must stay open until the promise settles.
   */
  render(order: RenderOrder): Promise<Preview | RenderFailure> {
    clearTimeout(this.#idle);
    const running = (this.#running ??= this.#start());
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
      running.child.send(message, () => undefined);
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#running !== undefined) this.#end(this.#running);
  }

  /** The next request starts another process, and does not wait for the end of this one. */
  #end(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    running.child.kill('SIGKILL');
  }

  #start(): Running {
    const path = fileURLToPath(workerUrl(import.meta.url, 'picture-worker'));
    const child = fork(path, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...ENVIRONMENT, UV_THREADPOOL_SIZE: String(this.#threads) },
    });
    const running: Running = { child, pending: new Map() };
    // Requests that wait for an image keep this process alive by their connection. The decoder must not.
    child.unref();
    child.channel?.unref();
    child.on('message', (reply: ReplyMessage) => this.#settle(running, reply));
    child.on('error', () => this.#bury(running));
    child.on('exit', () => this.#bury(running));
    return running;
  }

  #settle(running: Running, reply: ReplyMessage): void {
    const pending = running.pending.get(reply.id);
    if (pending === undefined) return;
    running.pending.delete(reply.id);
    clearTimeout(pending.timer);
    pending.resolve('preview' in reply ? reply.preview : reply.failure);
    if (running.pending.size > 0) return;
    this.#idle = setTimeout(() => this.#end(running), IDLE_MS).unref();
  }

  #bury(running: Running): void {
    if (this.#running === running) this.#running = undefined;
    for (const { reject, timer } of running.pending.values()) {
      clearTimeout(timer);
      reject(new DecoderGone('the decoding process has ended'));
    }
    running.pending.clear();
  }
}
