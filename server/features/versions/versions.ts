import type { TreePath } from '#contract/paths.ts';
import type { FileVersion, FileVersions } from '#contract/versions.ts';
import { actorInTrash, type Actor } from '../../access/actor.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import type { VersionConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import type { OpenedTrash } from '../../http/trashed-items.ts';
import type { Database } from '../../metadata/database.ts';
import { findTrash, type StoredTrash } from '../../metadata/trash.ts';
import { listVersions } from '../../metadata/versions.ts';
import { authorizeEntry, authorizePath, isAuthorized } from '../../tree/authorize.ts';
import type { OperationControl } from '../../tree/operation-control.ts';
import type { Tree } from '../../tree/tree.ts';

export interface VersionService {
  readonly tree: Tree;
  readonly db: Database;
  readonly config: VersionConfig;
  /** Returns whether files at a path are kept when they are replaced. */
  isKept(path: TreePath): Promise<boolean>;
  readonly cleaner: {
    /** Runs an operation of a user, until the server stops. */
    run<Result>(work: (control: OperationControl) => Promise<Result>): Promise<Result>;
  };
}

/** Lists the versions of a file that the actor may download. */
export async function versionsOf(
  { tree, db, config, isKept }: VersionService,
  actor: Actor,
  path: TreePath,
): Promise<FileVersions> {
  const { resolvedPath, stat } = await authorizeEntry(tree, actor, 'download', path);
  if (stat.kind !== 'file') {
    throw new AppError('invalid-request', 'only files have versions', {
      refusal: { code: 'not-a-file' },
    });
  }
  const { mostPerFile: most, retentionMs: keptMs } = config;
  const found = await listVersions(db.read, resolvedPath, most);
  const isOn = await isKept(resolvedPath);
  return { items: found.map((version) => shown(version, keptMs)), isOn, most, keptMs };
}

function shown(
  { id, size = 0, deletedAt, modifiedMs = deletedAt, username }: StoredTrash,
  keptMs: number,
): FileVersion {
  return {
    id,
    size,
    modifiedAt: modifiedMs,
    replacedAt: deletedAt,
    replacedBy: username,
    expiresAt: deletedAt + keptMs,
  };
}

/** Returns a version of a file that the caller may see. Throws `not-found` for any other. */
export async function requireVersion(
  { db }: Pick<VersionService, 'db'>,
  { actor }: RequestSession,
  id: number,
): Promise<StoredTrash> {
  const version = await findTrash(db.read, id);
  if (version?.purpose === 'version' && isAuthorized(actor, 'see', [version.source]))
    return version;
  throw new AppError('not-found', 'there is no such version');
}

/** Opens a version for reading: an actor whose root is the version. Throws `forbidden` unless the caller may download the file. */
export async function openVersion(
  service: Pick<VersionService, 'db'>,
  session: RequestSession,
  id: number,
): Promise<OpenedTrash> {
  const version = await requireVersion(service, session, id);
  authorizePath(session.actor, 'download', version.source);
  return { actor: actorInTrash(session.actor, version), source: version.source };
}
