import { actorInTrash, type Actor } from '../../access/actor.ts';
import type { TrashConfig } from '../../config/config.ts';
import { type OpenedTrash, noSuchTrash } from '../../http/trashed-items.ts';
import type { AuditSink } from '../../http/audit.ts';
import type { Database } from '../../metadata/database.ts';
import { findTrash, type StoredTrash } from '../../metadata/trash.ts';
import { isAuthorized } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';
import type { TrashCleaner } from './trash-cleaner.ts';

export interface TrashService {
  readonly tree: Tree;
  readonly db: Database;
  readonly config: TrashConfig;
  readonly audit: AuditSink;
  readonly cleaner: Pick<TrashCleaner, 'measure'>;
}

/** User of a request or a job, for access and for the audit log. */
export interface Caller {
  readonly actor: Actor;
  /** '' for a job that goes on without its request. */
  readonly address: string;
}

/** Returns the ID of the user whose items are listed; undefined for those of all users, which only administrators see. */
export function listedUserOf(actor: Actor, isOnlyOwn: boolean): number | undefined {
  return actor.permissions.has('admin') && !isOnlyOwn ? undefined : actor.userId;
}

/** Returns whether the actor may see an item, by the path at which it was: scope, rules and hidden names are those of now. */
export function isShown(actor: Actor, { source }: StoredTrash): boolean {
  return isAuthorized(actor, 'see', [source]);
}

/** Returns an item that the actor may see. Throws `not-found` for any other. */
export async function requireTrash(
  service: Pick<TrashService, 'db'>,
  actor: Actor,
  id: number,
): Promise<StoredTrash> {
  const trash = await findShownTrash(service, actor, id);
  if (trash === undefined) throw noSuchTrash();
  return trash;
}

/** Returns an item that the actor may see; undefined for any other. */
export async function findShownTrash(
  { db }: Pick<TrashService, 'db'>,
  actor: Actor,
  id: number,
): Promise<StoredTrash | undefined> {
  const trash = await findTrash(db.read, id);
  const userId = listedUserOf(actor, false);
  const isListed = trash?.purpose === 'deleted' && (userId ?? trash.userId) === trash.userId;
  return isListed && isShown(actor, trash) ? trash : undefined;
}

/** Opens an item for reading: an actor whose root is the item. */
export async function openTrash(
  service: Pick<TrashService, 'db'>,
  actor: Actor,
  id: number,
): Promise<OpenedTrash> {
  const trash = await requireTrash(service, actor, id);
  return { actor: actorInTrash(actor, trash), source: trash.source };
}
