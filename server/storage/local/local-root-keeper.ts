import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import type { AbsentRoot, RootKeeper, SeenRoot } from '../root-keeper.ts';
import { ROOT } from '#contract/paths.ts';
import type { FileWorkers } from './file-workers.ts';
import { closeFolder } from './held-descriptor.ts';

/** Time for which a replaced descriptor stays open, for steps that have read its number before. Milliseconds. */
const KEEPS_OLD_MS = 60_000;

/** Replaces the descriptor of a root whose file system was mounted again, for all threads at once. */
export class LocalRootKeeper implements RootKeeper {
  readonly path: string;
  readonly #root: RootDescriptor;
  readonly #workers: Pick<FileWorkers, 'run'>;
  readonly #onReplaced: () => void;
  /** Replaced descriptors that are still open, with the timers that close them. */
  readonly #old = new Map<number, NodeJS.Timeout>();

  constructor(root: RootDescriptor, workers: Pick<FileWorkers, 'run'>, onReplaced: () => void) {
    this.#root = root;
    this.#workers = workers;
    this.#onReplaced = onReplaced;
    this.path = root.ownPaths[0] || '/';
  }

  isInPlace(): Promise<boolean> {
    return this.#workers.run(ROOT, 'isRootInPlace', this.path);
  }

  async look(): Promise<SeenRoot | AbsentRoot> {
    const root = await this.#workers.run(ROOT, 'openRootAt', this.path);
    if (root.kind === 'absent') return root;
    const { kind, fd, fingerprint, isFingerprintUnique, id } = root;
    return {
      kind,
      fingerprint,
      isFingerprintUnique,
      id,
      writeId: (newId) => this.#workers.run(ROOT, 'writeMarker', { fd, id: newId }),
      serve: () => this.#replace(fd),
      release: () => closeFolder(fd),
    };
  }

  #replace(fd: number): void {
    const old = rootFd(this.#root);
    Atomics.store(this.#root.current, 0, fd);
    this.#old.set(old, setTimeout(() => this.#close(old), KEEPS_OLD_MS).unref());
    this.#onReplaced();
  }

  #close(fd: number): void {
    clearTimeout(this.#old.get(fd));
    if (this.#old.delete(fd)) closeFolder(fd);
  }

  /** Must be called when nothing uses the root any more. */
  close(): void {
    for (const fd of [...this.#old.keys()]) this.#close(fd);
  }
}
