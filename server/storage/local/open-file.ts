import { close, read } from 'node:fs';
import { promisify } from 'node:util';
import type { EntryStat, OpenFile } from '../driver.ts';
import { fromNodeError } from './node-error.ts';

const readDescriptor = promisify(read);
const closeDescriptor = promisify(close);

/** A file that a worker has opened, read from the main thread: descriptors belong to the process. */
export class LocalOpenFile implements OpenFile {
  readonly stat: EntryStat;
  readonly #fd: number;

  constructor(fd: number, stat: EntryStat) {
    this.#fd = fd;
    this.stat = stat;
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    try {
      const { bytesRead } = await readDescriptor(this.#fd, target, 0, target.length, position);
      return bytesRead;
    } catch (error) {
      throw fromNodeError(error);
    }
  }

  async close(): Promise<void> {
    await closeDescriptor(this.#fd);
  }
}
