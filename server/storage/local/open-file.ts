import { close, read } from 'node:fs';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { EntryStat, OpenFile } from '../driver.ts';
import { CLOSE_MS, READ_MS } from './deadlines.ts';
import { deviceCalls } from './device-calls.ts';
import { deviceOf } from './entry-stat.ts';
import { HeldDescriptor, type Release } from './held-descriptor.ts';

const readDescriptor = promisify(read);
const closeDescriptor = promisify(close);

/** A file that a worker has opened, read from the main thread: descriptors belong to the process. */
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

  lend<Result>(work: (fd: number, keep: () => () => void) => Promise<Result>): Promise<Result> {
    return this.#held.use((fd, keep) => work(fd, () => onlyRelease(keep())));
  }

  close(): Promise<void> {
    return this.#held.close();
  }
}

function onlyRelease(release: Release): () => void {
  return () => release();
}

/** Closes a descriptor on a device that may not answer; waits for an answer only as long as is usual. */
export async function closeOnDevice(fd: number, device: string): Promise<void> {
  await deviceCalls.run(device, () => closeDescriptor(fd), { deadlineMs: CLOSE_MS, mustRun: true });
}

/** Nothing was written that could be lost: it is no failure when the device does not answer. */
async function closeOpenFile(fd: number, device: string): Promise<void> {
  try {
    await closeOnDevice(fd, device);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-answering') throw error;
  }
}
