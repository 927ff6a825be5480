import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TreePath } from '#contract/paths.ts';
import type { Database } from '../metadata/database.ts';
import {
  beginClaiming,
  insertClaims,
  listClaimsOfOthers,
  removeClaims,
  type ClaimSet,
  type StoredClaim,
} from '../metadata/claims.ts';
import { untilDone } from '../lib/until-done.ts';
import type { WorkOwner } from '../metadata/work-owner.ts';
import { foldCase } from '../policy/fold-case.ts';
import { type Claim, moves, overlap, PathIsLocked, PathLocks } from './path-locks.ts';

/** Interval of the attempts to get a path that another server is writing. Milliseconds. */
const POLL_EVERY_MS = 20;
/** Maximum time of waiting for short writes of other servers. Milliseconds. */
const MAX_WAITING_MS = 30_000;

type Claims = ClaimSet['claims'];
/** How a claim relates to the claims of other servers. `busy`: a short write holds the path, so waiting helps. `locked`: an operation does. */
type Relation = 'free' | 'busy' | 'locked';

interface Dependencies {
  readonly db: Pick<Database, 'read' | 'write'>;
  /** This server, which has an id. */
  readonly owner: WorkOwner & { readonly server: string };
}

/**
 * Locks of the servers of a cluster. A server first orders its own operations, as one alone does, and then claims their paths in the database,
 * where all servers see them. Claims of a server that has died stay until another one has claimed what has to be recovered.
 */
export class ClusterPathLocks extends PathLocks {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    super();
    this.#dependencies = dependencies;
  }

  override write<T>(paths: readonly TreePath[], work: () => Promise<T>): Promise<T> {
    const claims = [...new Set(paths.map(foldCase))].map(
      (path) => ({ path, access: 'write' }) as const,
    );
    return super.write(paths, () => this.#holding(claims, work));
  }

  override claim<T>(claims: readonly Claim[], work: () => Promise<T>): Promise<T> {
    return super.claim(claims, () => this.#holding(folded(claims), work));
  }

  override async recover(claims: readonly Claim[]): Promise<(() => void) | undefined> {
    const release = await super.recover(claims);
    if (release === undefined) return undefined;
    const id = randomUUID();
    const releaseAll = (): void => {
      release();
      void this.#release(id);
    };
    try {
      const isAbandoned = await this.#dependencies.owner.abandoned();
      if ((await this.#tryToTake(id, folded(claims), isAbandoned)) === 'free') return releaseAll;
    } catch (error) {
      // The claims may have been stored.
      releaseAll();
      throw error;
    }
    release();
    return undefined;
  }

  override async isChanging(path: TreePath): Promise<boolean> {
    const write = { path: foldCase(path), access: 'write' } as const;
    const isLocked = (other: StoredClaim) => relationOf(write, other) === 'locked';
    return (await super.isChanging(path)) || this.#doOthersClaim(isLocked);
  }

  override async isMoving(path: TreePath): Promise<boolean> {
    const key = foldCase(path);
    return (await super.isMoving(path)) || this.#doOthersClaim((other) => moves(other, key));
  }

  async #doOthersClaim(matches: (claim: StoredClaim) => boolean): Promise<boolean> {
    const { db, owner } = this.#dependencies;
    return (await listClaimsOfOthers(db.read, owner.server)).some(matches);
  }

  /** Runs `work` while the claims are stored in the database. */
  async #holding<T>(claims: Claims, work: () => Promise<T>): Promise<T> {
    const id = randomUUID();
    const untilMs = performance.now() + MAX_WAITING_MS;
    try {
      await this.#take(id, claims, untilMs);
      await this.#waitForWrites(claims, untilMs);
      return await work();
    } finally {
      // Also after a failure, which may come after the claims were stored.
      await this.#release(id);
    }
  }

  /** Stores claims, and waits for short writes that hold them. Throws `PathIsLocked` where an operation does. */
  async #take(id: string, claims: Claims, untilMs: number): Promise<void> {
    for (;;) {
      const relation = await this.#tryToTake(id, claims);
      if (relation === 'free') return;
      if (relation === 'locked' || performance.now() > untilMs) throw new PathIsLocked();
      await delay(POLL_EVERY_MS);
    }
  }

  /** Stores claims if nothing is in their way. Claims of servers that are abandoned are not. */
  #tryToTake(
    id: string,
    claims: Claims,
    isAbandoned: (server: string) => boolean = () => false,
  ): Promise<Relation> {
    const { db, owner } = this.#dependencies;
    return db.write(
      async (tx) => {
        await beginClaiming(tx);
        const others = (await listClaimsOfOthers(tx, owner.server)).filter(
          ({ server }) => !isAbandoned(server),
        );
        const relation = relationOfAll(claims, others);
        if (relation === 'free') await insertClaims(tx, { id, server: owner.server, claims });
        return relation;
      },
      { isIdempotent: true, isUncached: true },
    );
  }

  /** Waits for short writes of other servers that had begun before an operation claimed their paths. */
  async #waitForWrites(claims: Claims, untilMs: number): Promise<void> {
    const { db, owner } = this.#dependencies;
    const changed = claims.filter(({ access }) => access === 'exclusive');
    if (changed.length === 0) return;
    for (;;) {
      const others = await listClaimsOfOthers(db.read, owner.server);
      const isBusy = others.some(
        ({ access, path }) =>
          access === 'write' && changed.some((mine) => overlap(mine.path, path)),
      );
      if (!isBusy) return;
      if (performance.now() > untilMs) throw new PathIsLocked();
      await delay(POLL_EVERY_MS);
    }
  }

  /** Never rejects: while the database is unavailable, the claims stay, and are removed later. */
  #release(id: string): Promise<void> {
    const { db } = this.#dependencies;
    return untilDone(() =>
      db.write((tx) => removeClaims(tx, id), { isIdempotent: true, isUncached: true }),
    );
  }
}

function folded(claims: readonly Claim[]): Claims {
  return claims.map(({ path, access }) => ({ path: foldCase(path), access }));
}

function relationOfAll(claims: Claims, others: readonly StoredClaim[]): Relation {
  let relation: Relation = 'free';
  for (const claim of claims) {
    for (const other of others) {
      const one = relationOf(claim, other);
      if (one === 'locked') return one;
      if (one === 'busy') relation = one;
    }
  }
  return relation;
}

function relationOf(claim: Claims[number], other: Omit<StoredClaim, 'server'>): Relation {
  if (claim.access === 'write' && other.access === 'write')
    return claim.path === other.path ? 'busy' : 'free';
  // An operation claims the path nevertheless, and waits for the write then; see `#waitForWrites`.
  if (other.access === 'write') return 'free';
  const isExclusive = claim.access === 'exclusive' || other.access === 'exclusive';
  return isExclusive && overlap(claim.path, other.path) ? 'locked' : 'free';
}
