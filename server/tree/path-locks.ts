import { isWithin, type TreePath } from '#contract/paths.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';

/**
 * A path that an operation claims, with everything below it. `exclusive`: the operation changes it. `shared`: the operation reads it and
 * keeps others from moving or removing it; single files may still be written.
 */
export interface Claim {
  readonly path: TreePath;
  readonly access: 'exclusive' | 'shared';
}

/** Error for a path that another operation is changing, or something above or below it. */
export class PathIsLocked extends AppError {
  constructor() {
    super('locked', 'something else is being done here; try again in a moment');
  }
}

/**
 * Serializes changes of the tree. A long operation (a copy, a move, a deletion) claims paths, and others that would change them are refused
 * at once with `locked`. A short write (publishing a file, creating a folder) makes others wait. Paths that differ only in case count as
 * the same, because on some volumes they are. All paths are without symlinks.
 */
export class PathLocks {
  readonly #claims = new Set<readonly Claim[]>();
  /** Claims of recovery, which may overlap each other. */
  readonly #recovered = new Set<readonly Claim[]>();
  /** The last of the short writes that queue at a folded path. */
  readonly #writes = new Map<TreePath, Promise<void>>();

  /** Runs `work` as the only short write at each of these paths. Throws `locked` where an operation is in progress above or below. */
  async write<T>(paths: readonly TreePath[], work: () => Promise<T>): Promise<T> {
    const keys = [...new Set(paths.map(foldCase))];
    this.#refuseWrites(keys);
    const before = keys.flatMap((key) => this.#writes.get(key) ?? []);
    let release = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Locks all paths in one step, which rules out deadlocks.
    for (const key of keys) this.#writes.set(key, done);
    try {
      if (before.length > 0) {
        await Promise.all(before);
        this.#refuseWrites(keys);
      }
      return await work();
    } finally {
      for (const key of keys) if (this.#writes.get(key) === done) this.#writes.delete(key);
      release();
    }
  }

  /** Runs `work` once the short writes in progress have ended. Throws `locked` at once where another operation is in progress. */
  async claim<T>(claims: readonly Claim[], work: () => Promise<T>): Promise<T> {
    const mine = claims.map(({ path, access }) => ({ path: foldCase(path), access }));
    for (const theirs of this.#all()) if (excludes(mine, theirs)) throw new PathIsLocked();
    this.#claims.add(mine);
    try {
      await this.#waitForWrites(mine);
      return await work();
    } finally {
      this.#claims.delete(mine);
    }
  }

  /**
   * Claims paths for the recovery of an interrupted operation, and resolves with what releases them when the short writes in progress have
   * ended. Such claims may overlap each other. Resolves with undefined where an operation is in progress.
   */
  async recover(claims: readonly Claim[]): Promise<(() => void) | undefined> {
    const mine = claims.map(({ path, access }) => ({ path: foldCase(path), access }));
    for (const theirs of this.#claims) if (excludes(mine, theirs)) return undefined;
    this.#recovered.add(mine);
    await this.#waitForWrites(mine);
    return () => void this.#recovered.delete(mine);
  }

  /** Resolves with true while an operation changes something at, above or below the path. */
  isChanging(path: TreePath): Promise<boolean> {
    return Promise.resolve(this.#isChanged([foldCase(path)]));
  }

  /** Resolves with true while an operation changes the path or a folder above it, and so may move it. */
  isMoving(path: TreePath): Promise<boolean> {
    const key = foldCase(path);
    const isMoved = this.#all().some((claims) => claims.some((claim) => moves(claim, key)));
    return Promise.resolve(isMoved);
  }

  #refuseWrites(keys: readonly TreePath[]): void {
    if (this.#isChanged(keys)) throw new PathIsLocked();
  }

  #isChanged(keys: readonly TreePath[]): boolean {
    const writes = keys.map((path) => ({ path, access: 'shared' }) as const);
    return this.#all().some((claims) =>
      excludes(
        writes,
        claims.filter(({ access }) => access === 'exclusive'),
      ),
    );
  }

  #all(): (readonly Claim[])[] {
    return [...this.#claims, ...this.#recovered];
  }

  async #waitForWrites(claims: readonly Claim[]): Promise<void> {
    const changed = claims.filter(({ access }) => access === 'exclusive');
    const met = [...this.#writes].filter(([path]) =>
      changed.some((claim) => overlap(claim.path, path)),
    );
    await Promise.all(met.map(([, done]) => done));
  }
}

/** Returns true if operations with these claims may not run at the same time. */
function excludes(some: readonly Claim[], others: readonly Claim[]): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        (one.access === 'exclusive' || other.access === 'exclusive') &&
        overlap(one.path, other.path),
    ),
  );
}

/** Returns true if the operation with this claim may move what is at a folded path. */
export function moves(claim: { path: TreePath; access: string }, path: TreePath): boolean {
  return claim.access === 'exclusive' && isWithin(claim.path, path);
}

/** Returns true if one of the paths is the other, or in it. */
export function overlap(one: TreePath, other: TreePath): boolean {
  return isWithin(one, other) || isWithin(other, one);
}
