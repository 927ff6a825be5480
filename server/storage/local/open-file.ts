import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { EntryStat, OpenFile } from '../driver.ts';
import { HeldDescriptor } from './held-descriptor.ts';

const readDescriptor = promisify(read);

/** A file that a worker has opened, read from the main thread: descriptors belong to the process. */
export class LocalOpenFile implements OpenFile {
  readonly stat: EntryStat;
  readonly #held: HeldDescriptor;

  constructor(fd: number, stat: EntryStat) {
    this.#held = new HeldDescriptor(fd);
    this.stat = stat;
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    const { bytesRead } = await this.#held.use((fd) =>
      readDescriptor(fd, target, 0, target.length, position),
    );
    return bytesRead;
  }

  lend<Result>(work: (fd: number) => Promise<Result>): Promise<Result> {
    return this.#held.use(work);
  }

  close(): Promise<void> {
    return this.#held.close();
  }
}
