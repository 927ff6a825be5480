import { parentOf, type TreePath } from '#contract/paths.ts';
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
import { hasRoom, requireSpace, type Room } from '../../tree/free-space.ts';
import {
  prepareParents,
  requirePossible,
  runHooksBefore,
  type PlannedOperation,
} from '../../tree/run-operation.ts';
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
 * Begins an upload. The previous file at the path stays until the last byte has arrived. An empty file is published at once, and the
 * commands after an upload run; returns the failure of one of them, if there is one.
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
      await requireUploadable(service, at);
    },
  });
  const destination = await operation.plan();
  const { ancestor, missingFolders, resolvedPath } = destination;
  // Reports a read-only disk before the sender has sent anything.
  await tree.driver.requireWritable(ancestor);
  const room = { bytes: length, files: missingFolders.length + 1 };
  if (!(await hasRoom(tree, ancestor, room)))
    await takeRoom(service, actor, request, { operation, destination, room });
  // Creates no folders for an upload that is refused.
  else if (missingFolders.length > 0) await requireUploadable(service, at);
  await prepareParents(tree, operation, destination);
  const replaced = await requireUploadable(service, at);
  if (replaced !== undefined) await abandonUpload(service, replaced);
  const stored = await insert(service, {
    ...at,
    ...refOf(resolvedPath),
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

const NOTHING: Room = { bytes: 0, files: 0 };

/** A planned upload, and the space that it needs. */
interface UploadInto {
  readonly operation: PlannedOperation<Destination>;
  readonly destination: Destination;
  readonly room: Room;
}

/** Takes the space for an upload from the trash, if the disk is full and the trash has it. Throws `no-space` if the upload does not fit. */
async function takeRoom(
  service: UploadService,
  actor: Actor,
  { path }: CreateUpload,
  { operation, destination, room }: UploadInto,
): Promise<void> {
  const { tree } = service;
  const { ancestor, resolvedPath } = destination;
  const at = { userId: actor.userId, path };
  const earlier = await requireUploadable(service, at);
  // Nothing is deleted for an upload that is not possible otherwise. May wait for a write at the path, so it comes before `makeRoom`, in which
  // uploads wait for each other.
  await requirePossible(tree, operation, destination);
  const freed = await roomFreedBy(service, earlier, parentOf(resolvedPath));
  const needed = { bytes: room.bytes - freed.bytes, files: room.files - freed.files };
  await service.makeRoom(actor, ancestor, needed, async () => {
    await requireUploadable(service, at);
  });
  // An earlier upload is not given up for a file that cannot fit.
  await requireSpace(tree, ancestor, needed.bytes, needed.files);
}

/**
 * Returns the user's earlier upload to the path, which a new one replaces. Throws `locked` while its bytes are arriving, and
 * `too-many-requests` if the user has too many other uploads.
 */
async function requireUploadable(
  service: UploadService,
  at: UploadPath,
): Promise<StoredUpload | undefined> {
  const earlier = await requireReplaceable(service, at);
  const isReplaced = earlier !== undefined && earlier.finishedAt === undefined;
  const most = MAX_UNFINISHED + (isReplaced ? 1 : 0);
  const unfinished = await countUnfinishedUploads(service.db.read, at.userId, most);
  if (unfinished >= most) throw new AppError('too-many-requests', 'too many unfinished uploads');
  return earlier;
}

/**
 * Returns the space of the temporary file of an unfinished upload, if it is in this folder: what becomes free when the upload is ended. Throws
 * `locked` while bytes arrive.
 */
async function roomFreedBy(
  { tree, db, locks }: UploadService,
  upload: StoredUpload | undefined,
  inFolder: TreePath,
): Promise<Room> {
  if (upload === undefined || upload.finishedAt !== undefined) return NOTHING;
  if (upload.partName === '' || upload.folder !== inFolder) return NOTHING;
  // Opening a temporary file of a managed store makes it writable again, so no other request may complete the upload meanwhile.
  const room = await locks.hold(upload, async () => {
    const current = await findUpload(db.read, upload.userId, upload.path);
    if (current?.partName !== upload.partName || current.finishedAt !== undefined) return NOTHING;
    const { folder, partName } = current;
    const temporaryFile = await tree.driver.openTemporaryFile({ folder, partName });
    await temporaryFile?.close();
    return temporaryFile === undefined ? NOTHING : { bytes: temporaryFile.size, files: 1 };
  });
  if (room === undefined) throw beingUploaded();
  return room;
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

/** Returns the user's earlier upload to the path. Throws `locked` while its bytes are arriving, and shortly after. */
async function requireReplaceable(
  service: UploadService,
  { userId, path }: UploadPath,
): Promise<StoredUpload | undefined> {
  const earlier = await findUpload(service.db.read, userId, path);
  if (earlier === undefined) return undefined;
  const hasBytes = earlier.partName !== '' && earlier.finishedAt === undefined;
  if (!hasBytes) return earlier;
  const isBusy = earlier.lastByteAt > Date.now() - BUSY_MS || (await service.locks.isHeld(earlier));
  if (isBusy) throw beingUploaded();
  return earlier;
}

function beingUploaded(): AppError {
  return new AppError('locked', 'this path is being uploaded to');
}

async function insert({ db }: UploadService, upload: NewUpload): Promise<StoredUpload> {
  const stored = await db.write((tx) => insertUpload(tx, upload), {
    isUncached: true,
    // Not flushed here: the flush of the record of the first bytes includes this one. A power cut before that loses an upload without bytes.
    isDeferred: true,
  });
  if (stored === 'already-pending') throw new AppError('locked', 'another upload begins here');
  return stored;
}

/** Returns the error for an upload whose destination is a folder. */
export function destinationIsFolder(cause?: unknown): AppError {
  return new AppError('invalid-request', 'cannot upload to a directory', { cause });
}
