import { parseTreePath, type TreePath } from '#contract/paths.ts';
import { takeBuffer } from '../../../lib/buffer-pool.ts';
import type { FolderTable } from './folder-table.ts';
import type { Candidates } from './name-question.ts';
import type { Segment } from './segment.ts';

/** Maximum text per message: enough to make messages rare, few enough to be sent soon. */
const CHUNK_BYTES = 64 * 1_024;
/** Maximum length of a path, a name and their separators. */
const LONGEST_ENTRY = 8 * 1_024;
/** The first message is sent as soon as it has this many names. */
const FIRST_NAMES = 100;
/** Time for which names wait for others, because each message passes three threads. */
const LONGEST_WAIT_MS = 4;

/** Separates a path and its names; two of them separate folders. No path or name contains it. */
const SEPARATOR = '\0';

/** Serializes candidates for the main thread as text: the path of a folder, the names in it, the next folder, and so on. */
export class CandidateChunks {
  readonly #folders: FolderTable;
  #chunk: Buffer<ArrayBuffer> | undefined;
  #used = 0;
  #names = 0;
  #isFirst = true;
  #takenAt = Number.NEGATIVE_INFINITY;
  /** The folder whose names are being written, and its path; undefined if it was removed. */
  #folder = -1;
  #path: TreePath | undefined;
  /** True if the current chunk contains the path of a folder to which names can be added. */
  #isInFolder = false;

  constructor(folders: FolderTable) {
    this.#folders = folders;
  }

  /** Adds an entry. Returns a chunk when one is full. */
  add(folder: number, segment: Segment, entry: number): Uint8Array<ArrayBuffer> | undefined {
    if (folder !== this.#folder) this.#beginFolder(folder);
    if (this.#path === undefined) return undefined;
    this.#chunk ??= takeBuffer(CHUNK_BYTES);
    if (!this.#isInFolder) this.#writeText(this.#path);
    this.#isInFolder = true;
    this.#writeText(SEPARATOR);
    this.#used += segment.writeName(this.#chunk, this.#used, entry);
    this.#names += 1;
    const isEnough = this.#isFirst && this.#names >= FIRST_NAMES;
    return isEnough || this.#used > CHUNK_BYTES - LONGEST_ENTRY ? this.take() : undefined;
  }

  /** Returns the current chunk, unless the last one was returned less than LONGEST_WAIT_MS ago. */
  due(): Uint8Array<ArrayBuffer> | undefined {
    return performance.now() - this.#takenAt < LONGEST_WAIT_MS ? undefined : this.take();
  }

  /** Returns the current chunk; undefined if it is empty. The next name begins a new one. */
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
    this.#path = this.#folders.pathOf(folder);
    if (this.#isInFolder && this.#path !== undefined) this.#writeText(SEPARATOR + SEPARATOR);
    if (this.#path !== undefined) this.#isInFolder = false;
  }

  #writeText(text: string): void {
    this.#used += this.#chunk?.write(text, this.#used) ?? 0;
  }
}

/** Returns the candidates in a chunk, in the main thread. */
export function candidatesIn(chunk: Uint8Array): Candidates[] {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('utf8');
  return text.split(SEPARATOR + SEPARATOR).flatMap((group) => {
    const [path = '', ...names] = group.split(SEPARATOR);
    const folder = parseTreePath(path);
    return folder === undefined ? [] : [{ folder, names }];
  });
}
