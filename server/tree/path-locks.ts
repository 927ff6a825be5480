import { isWithin, type TreePath } from '#contract/paths.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';

/**
 * What an act takes for itself, with all below it. `exclusive`: it changes there. `shared`: it reads there, and keeps
 * other acts from taking it away; single files may go on being written.
 */
export interface Claim {
  /** The place, with no link in it. */
  readonly path: TreePath;
  readonly access: 'exclusive' | 'shared';
}

/** Somebody else is changing something here, above or below. */
export class PathIsLocked extends AppError {
  constructor() {
    super('locked', 'something else is being done here; try again in a moment');
  }
}

/**
 * Keeps those who change the tree out of each other's way. An act (a copy, a move, a deletion) may take long, so whoever
 * meets one is turned away at once with `locked`; a short write (publishing a file, making a folder) is waited for.
 * Places count as the same in every case, for on some volumes they are.
 */
export class PathLocks {
  readonly #acts = new Set<readonly Claim[]>();
  /** Claims of recoveries, which run one after the other. */
  readonly #recovered = new Set<readonly Claim[]>();
  /** By the folded path: the last of the short writes that queue there. */
  readonly #writes = new Map<TreePath, Promise<void>>();

  /** Runs `work` as the only short write at each of these places; `locked` where an act is under way above or below. */
  async hold<T>(paths: readonly TreePath[], work: () => Promise<T>): Promise<T> {
    const keys = [...new Set(paths.map(foldCase))];
    this.#refuseWrites(keys);
    const before = keys.flatMap((key) => this.#writes.get(key) ?? []);
    let release = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      release = resolve;
    });
    // All places in one step, so that no circle of waiting can arise.
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

  /** Runs `work` when the short writes under way in these places have ended; `locked` at once where another act is. */
  async act<T>(claims: readonly Claim[], work: () => Promise<T>): Promise<T> {
    const mine = claims.map(({ path, access }) => ({ path: foldCase(path), access }));
    for (const theirs of this.#all()) if (excludes(mine, theirs)) throw new PathIsLocked();
    this.#acts.add(mine);
    try {
      await this.#writesIn(mine);
      return await work();
    } finally {
      this.#acts.delete(mine);
    }
  }

  /**
   * Claims places for the recovery of an interrupted operation, until what it returns is called. Such claims may overlap each other.
   * Undefined where an operation is in progress.
   */
  recover(claims: readonly Claim[]): (() => void) | undefined {
    const mine = claims.map(({ path, access }) => ({ path: foldCase(path), access }));
    for (const theirs of this.#acts) if (excludes(mine, theirs)) return undefined;
    this.#recovered.add(mine);
    return () => void this.#recovered.delete(mine);
  }

  /** Whether an act under way is changing something at, above or below this place. */
  isChanging(place: TreePath): boolean {
    return this.#isChanged([foldCase(place)]);
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
    return [...this.#acts, ...this.#recovered];
  }

  async #writesIn(claims: readonly Claim[]): Promise<void> {
    const changed = claims.filter(({ access }) => access === 'exclusive');
    const met = [...this.#writes].filter(([path]) =>
      changed.some((claim) => overlap(claim.path, path)),
    );
    await Promise.all(met.map(([, done]) => done));
  }
}

function excludes(some: readonly Claim[], others: readonly Claim[]): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        (one.access === 'exclusive' || other.access === 'exclusive') &&
        overlap(one.path, other.path),
    ),
  );
}

function overlap(one: TreePath, other: TreePath): boolean {
  return isWithin(one, other) || isWithin(other, one);
}
