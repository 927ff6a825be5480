import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { takeBuffer } from '../../../lib/buffer-pool.ts';
import type { FolderTable } from './folder-table.ts';
import type { Candidates } from './name-question.ts';
import type { Segment } from './segment.ts';

/** Of text: enough to make messages rare, few enough to be on its way soon. */
const CHUNK_BYTES = 64 * 1_024;
/** A path and a name, with what stands between them. */
const LONGEST_ENTRY = 8 * 1_024;
/** So many names are not made to wait for more. */
const FIRST_NAMES = 100;
/** Few names wait so long for others: each chunk costs a way through three threads. */
const LONGEST_WAIT_MS = 4;

/** No path and no name holds it. Two of them end the names of a folder. */
const SEPARATOR = '\0';

/** Writes candidates down for the other thread: the place of a folder, the names in it, the next folder. */
export class CandidateChunks {
  readonly #folders: FolderTable;
  #chunk: Buffer<ArrayBuffer> | undefined;
  #used = 0;
  #names = 0;
  #isFirst = true;
  #takenAt = Number.NEGATIVE_INFINITY;
  /** Whose names are being written, and where it lies. */
  #folder = -1;
  #place: TreePath | undefined;
  #isInFolder = false;

  constructor(folders: FolderTable) {
    this.#folders = folders;
  }

  /** Gives a chunk when one is full. */
  add(folder: number, segment: Segment, entry: number): Uint8Array<ArrayBuffer> | undefined {
    if (folder !== this.#folder) this.#beginFolder(folder);
    if (this.#place === undefined) return undefined;
    this.#chunk ??= takeBuffer(CHUNK_BYTES);
    if (!this.#isInFolder) this.#writeText(this.#place);
    this.#isInFolder = true;
    this.#writeText(SEPARATOR);
    this.#used += segment.writeName(this.#chunk, this.#used, entry);
    this.#names += 1;
    const isEnough = this.#isFirst && this.#names >= FIRST_NAMES;
    return isEnough || this.#used > CHUNK_BYTES - LONGEST_ENTRY ? this.take() : undefined;
  }

  /** What has been written since the last chunk, unless that was just now. */
  due(): Uint8Array<ArrayBuffer> | undefined {
    return performance.now() - this.#takenAt < LONGEST_WAIT_MS ? undefined : this.take();
  }

  /** What has been written since the last chunk. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#chunk === undefined) return undefined;
    const taken = this.#chunk.subarray(0, this.#used);
    this.#chunk = undefined;
    this.#used = 0;
    this.#names = 0;
    this.#isFirst = false;
    this.#isInFolder = false;
    this.#takenAt = performance.now();
    return taken;
  }

  #beginFolder(folder: number): void {
    this.#folder = folder;
    this.#place = this.#folders.placeOf(folder);
    if (this.#isInFolder && this.#place !== undefined) this.#writeText(SEPARATOR + SEPARATOR);
    if (this.#place !== undefined) this.#isInFolder = false;
  }

  #writeText(text: string): void {
    this.#used += this.#chunk?.write(text, this.#used) ?? 0;
  }
}

export function candidatesIn(chunk: Uint8Array): Candidates[] {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
  return text.split(SEPARATOR + SEPARATOR).flatMap((group) => {
    const [place = '', ...names] = group.split(SEPARATOR);
    const folder = parseTreePath(place);
    return folder === undefined ? [] : [{ folder, names }];
  });
}
