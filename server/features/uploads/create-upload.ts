import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import {
  countUnfinishedUploads,
  findUpload,
  insertUpload,
  type NewUpload,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import { planFile, TakenByFolder, type Destination } from '../../tree/destination.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { requireSpace } from '../../tree/free-space.ts';
import { prepareParents, runHooksBefore, type PlannedOperation } from '../../tree/run-operation.ts';
import { fileCreation } from '../../tree/write-file.ts';
import { runHooksAfter, writeSmallUpload } from './publish-upload.ts';
import { abandonUpload, type UploadPath, type UploadService } from './uploads.ts';

export interface CreateUpload {
  readonly path: TreePath;
  /** Bytes. */
  readonly length: number;
  readonly override: boolean;
  readonly clientKey: string;
  /** Modification time of the file, in milliseconds since 1970; undefined when the sender does not state it. */
  readonly modifiedMs: number | undefined;
  /** Returns a signal that aborts when the caller leaves. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/** An upload whose last bytes are younger counts as in progress, and no other may begin at its path. Milliseconds. */
const BUSY_MS = 10_000;

/** Maximum number of unfinished uploads of one user. A page sends five at a time; the rest allows for cut connections. */
const MAX_UNFINISHED = 500;

/**
 * Begins an upload. The previous file at the path stays until the last byte has arrived. An empty file is published at once; then the
 * result is the command after the upload that has failed, if one has.
 */
export async function createUpload(
  service: UploadService,
  actor: Actor,
  request: CreateUpload,
): Promise<CommandFailed | undefined> {
  const { tree } = service;
  const { path, length, clientKey, modifiedMs } = request;
  const at = { userId: actor.userId, path };
  const operation: PlannedOperation<Destination> = {
    ...fileCreation(actor),
    cancelled: request.cancelled,
    plan: () => planUpload(service, actor, request),
  };
  await runHooksBefore(tree, {
    ...operation,
    async authorize() {
      await requireReplaceable(service, at);
      await requireRoomForUpload(service, actor);
    },
  });
  const destination = await operation.plan();
  await service.makeRoom(actor, destination.ancestor, length);
  // Reports a full or read-only disk before the sender has sent anything.
  await tree.driver.requireWritable(destination.ancestor);
  const earlier = await requireReplaceable(service, at);
  // An earlier upload is not given up for a file that cannot fit, although its bytes become free.
  await requireSpace(tree, destination.ancestor, length - (earlier?.length ?? 0));
  if (earlier !== undefined) {
    await abandonUpload(service, earlier);
    await requireSpace(tree, destination.ancestor, length);
  }
  await requireRoomForUpload(service, actor);
  await prepareParents(tree, operation, destination);
  const stored = await insert(service, {
    ...at,
    ...refOf(destination.resolvedPath),
    length,
    partName: '',
    clientKey,
    override: destination.existing !== undefined,
    createdAt: Date.now(),
    modifiedMs,
  });
  if (length > 0) return undefined;
  try {
    await writeSmallUpload(service, { ...stored, action: actor.action }, new Uint8Array());
  } catch (error) {
    await abandonUpload(service, stored);
    throw error;
  }
  return runHooksAfter(service, actor, stored);
}

async function requireRoomForUpload({ db }: UploadService, { userId }: Actor): Promise<void> {
  const unfinished = await countUnfinishedUploads(db.read, userId, MAX_UNFINISHED);
  if (unfinished < MAX_UNFINISHED) return;
  throw new AppError('too-many-requests', 'too many unfinished uploads');
}

async function planUpload(
  { tree }: UploadService,
  actor: Actor,
  { path, override }: CreateUpload,
): Promise<Destination> {
  try {
    return await planFile(tree, actor, path, { override });
  } catch (error) {
    if (!(error instanceof TakenByFolder)) throw error;
    throw destinationIsFolder(error);
  }
}

/** Returns the user's earlier upload to the path, which a new one replaces. Throws `locked` while its bytes are arriving. */
async function requireReplaceable(
  service: UploadService,
  { userId, path }: UploadPath,
): Promise<StoredUpload | undefined> {
  const earlier = await findUpload(service.db.read, userId, path);
  if (earlier === undefined) return undefined;
  const hasBytes = earlier.partName !== '' && earlier.finishedAt === undefined;
  const isBusy = service.locks.isHeld(earlier) || earlier.lastByteAt > Date.now() - BUSY_MS;
  if (hasBytes && isBusy) throw new AppError('locked', 'this path is being uploaded to');
  return earlier;
}

async function insert({ db }: UploadService, upload: NewUpload): Promise<StoredUpload> {
  const stored = await db.write((tx) => insertUpload(tx, upload), {
    isUncached: true,
    // The record of the first bytes is flushed, and this one with it. A power cut before that loses nothing but the beginning.
    isDeferred: true,
  });
  if (stored === 'already-pending') throw new AppError('locked', 'another upload begins here');
  return stored;
}

/** Returns the error for an upload whose destination is a folder. */
export function destinationIsFolder(cause?: unknown): AppError {
  return new AppError('invalid-request', 'cannot upload to a directory', { cause });
}
