import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../errors.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import type { OrderMessage, Preview, RenderFailure, RenderOrder, ReplyMessage } from './orders.ts';

/** Without work for so long the process ends, and gives all of its memory back. */
const IDLE_MS = 20_000;
/** Longer than the decoders' own limit: what is not done then does not listen. */
const DEADLINE_MS = 20_000;

/** One arena, and what is freed goes back soon: a decoder's buffers are large and short-lived. Sooner costs time. Bytes. */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};

/** The process ended while it was decoding; perhaps another picture's doing. */
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

/** A process that decodes pictures: started when there is one, ended when there was none for a while. */
export class DecoderProcess {
  readonly #threads: number;
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;
  #nextId = 0;

  /** `threads`: so many pictures are decoded at once. */
  constructor(threads: number) {
    this.#threads = threads;
  }

  /**
   * Rejects with DecoderGone when the process ends meanwhile, and with `unsupported-type` when it takes too long. A descriptor that is lent
   * has to stay open until the promise settles.
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
      // A process that is gone is told by its 'exit'.
      running.child.send(message, () => undefined);
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    if (this.#running !== undefined) this.#end(this.#running);
  }

  /** Whoever comes next starts another one, and does not wait for this one's end. */
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
    // Whoever waits for a picture has a connection, which keeps us alive; nothing else should.
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
