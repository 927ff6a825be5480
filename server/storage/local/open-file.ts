import { close, read } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { OpenFile, ProgramInput } from '../driver.ts';
import { CLOSE_MS, READ_MS } from './deadlines.ts';
import { pathOfDescriptor } from './descriptors.ts';
import { deviceCalls } from './device-calls.ts';
import { deviceOf } from './entry-stat.ts';
import { HeldDescriptor, type Keep } from './held-descriptor.ts';
import type { EntryStat } from '../entry.ts';

const readDescriptor = promisify(read);
const closeDescriptor = promisify(close);

/** A file that a worker thread has opened. It is read from the main thread, because all threads of a process share descriptors. */
export class LocalOpenFile implements OpenFile {
  readonly stat: EntryStat;
  readonly #device: string;
  readonly #held: HeldDescriptor;

  constructor(fd: number, stat: EntryStat) {
    this.stat = stat;
    this.#device = deviceOf(stat.identity);
    this.#held = new HeldDescriptor(fd, (open) => closeOpenFile(open, this.#device));
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    const { bytesRead } = await this.#held.use((fd, keep) =>
      deviceCalls.run(this.#device, () => readDescriptor(fd, target, 0, target.length, position), {
        deadlineMs: READ_MS,
        onEnded: keep(),
      }),
    );
    return bytesRead;
  }

  withProgramInput<Result>(work: (input: ProgramInput) => Promise<Result>): Promise<Result> {
    return this.#held.use((fd) => work({ stdio: fd, path: pathOfDescriptor(fd) }));
  }

  copyTo(descriptor: number): Promise<void> {
    return this.#held.use((fd, keep) =>
      deviceCalls.run(
        this.#device,
        () => copyFile(pathOfDescriptor(fd), pathOfDescriptor(descriptor)),
        {
          deadlineMs: READ_MS,
          onEnded: keep(),
        },
      ),
    );
  }

  /** Runs `work` with the descriptor; `keep` is for work that may go on after its promise has settled. */
  useDescriptor<Result>(work: (fd: number, keep: Keep) => Promise<Result>): Promise<Result> {
    return this.#held.use(work);
  }

  close(): Promise<void> {
    return this.#held.close();
  }
}

/** Closes a descriptor. Rejects with `not-answering` after CLOSE_MS; the descriptor is then closed when its device answers again. */
export async function closeOnDevice(fd: number, device: string): Promise<void> {
  await deviceCalls.run(device, () => closeDescriptor(fd), { deadlineMs: CLOSE_MS, mustRun: true });
}

/** Closes a file that was only read, so that it is no error if the device does not answer. */
async function closeOpenFile(fd: number, device: string): Promise<void> {
  try {
    await closeOnDevice(fd, device);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-answering') throw error;
  }
}
