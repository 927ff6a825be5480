import { actorOfUser } from '../../access/actor.ts';
import { findUsersByIds } from '../../metadata/user-slices.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { commonView, type ShareOwner, type ShareService } from './shares.ts';

/** Finds the owners of listed shares. Reads each owner only once for a list. */
export class ShareOwners {
  readonly #service: ShareService;
  readonly #known = new Map<number, ShareOwner>();

  constructor(service: ShareService) {
    this.#service = service;
  }

  /** Returns the owners of these shares by ID, without deleted users, whose shares are deleted too. */
  async of(shares: readonly StoredShare[]): Promise<ReadonlyMap<number, ShareOwner>> {
    const ids = new Set(shares.map(({ userId }) => userId));
    const unknown = [...ids].filter((id) => !this.#known.has(id));
    if (unknown.length > 0) {
      const common = await commonView(this.#service);
      for (const user of await findUsersByIds(this.#service.db.read, unknown)) {
        this.#known.set(user.id, { user, actor: actorOfUser(user, common) });
      }
    }
    return this.#known;
  }
}
