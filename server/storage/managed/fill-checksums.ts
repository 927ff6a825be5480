import { setChecksum } from '../../metadata/blobs.ts';
import { change, type StoredTree } from './stored-tree.ts';
import { checksumMissing } from './blob-errors.ts';

/** Maximum number of blobs that wait for their checksum. `filebrowser storage verify` computes those of further ones. */
const MAX_WAITING = 10_000;

/** Computes the checksums of new blobs in the background, one after another. */
export class ChecksumFiller {
  readonly #tree: StoredTree;
  readonly #waiting: string[] = [];
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(tree: StoredTree) {
    this.#tree = tree;
  }

  add(blob: string): void {
    if (this.#stop.signal.aborted || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(blob);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Stops. Blobs that wait get no checksum. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let blob = this.#waiting.shift(); blob !== undefined; blob = this.#waiting.shift()) {
      try {
        await fillChecksum(this.#tree, blob, this.#stop.signal);
      } catch {
        // Nothing depends on it: `verify` computes the checksums that are missing.
        if (this.#stop.signal.aborted) return;
      }
    }
  }
}

/** Computes and stores the checksum of a blob. Returns it. */
export async function fillChecksum(
  tree: StoredTree,
  blob: string,
  signal: AbortSignal,
): Promise<string> {
  const { sha256 } = await tree.blobs.checksums(blob, ['sha256'], signal);
  if (sha256 === undefined) throw checksumMissing();
  await change(tree, (tx) => setChecksum(tx, blob, sha256));
  return sha256;
}
