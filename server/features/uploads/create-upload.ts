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
import {
  makeParents,
  placeOf,
  planWrite,
  requireParents,
  TakenByFolder,
  type WriteTarget,
} from '../../tree/write-target.ts';
import { runUploadHooks } from './report-upload.ts';
import {
  abandonUpload,
  markFinished,
  type UploadKey,
  type UploadService,
  writeWhole,
} from './uploads.ts';

export interface CreateUpload {
  readonly path: TreePath;
  /** Bytes. */
  readonly length: number;
  readonly override: boolean;
  readonly clientKey: string;
  /** The time the file is to have, where the sender tells it. Milliseconds since 1970. */
  readonly modifiedMs: number | undefined;
  /** Aborts when whoever begins it has left. */
  readonly cancelled?: (() => AbortSignal) | undefined;
}

/** Bytes that came so recently are still coming: nobody else may begin anew at the same path. Milliseconds. */
const BUSY_MS = 10_000;

/** A page sends five at a time; the rest is room for cut connections, until they are forgotten. */
const MOST_UNFINISHED = 500;

/**
 * Begins an upload. What is at the path stays as it is until the last byte has come; where none are to come that is now, and
 * a command after it may have failed.
 */
export async function createUpload(
  service: UploadService,
  actor: Actor,
  request: CreateUpload,
): Promise<CommandFailed | undefined> {
  const { path, length, override, clientKey, modifiedMs } = request;
  await announce(service, actor, request);
  const target = await plan(service, actor, path, override);
  // Else the sender would learn it only with the first byte.
  await service.tree.driver.requireWritable(target.ancestor);
  await replaceEarlier(service, { userId: actor.userId, path });
  await requireRoomForUpload(service, actor);
  const folder = await makeParents(service.tree, actor, target);
  const upload = {
    userId: actor.userId,
    path,
    length,
    folder,
    name: target.name,
    partName: '',
    clientKey,
    override: target.replaces,
    createdAt: Date.now(),
    modifiedMs,
  };
  await begin(service, upload);
  return length === 0 ? runUploadHooks(service, actor, upload) : undefined;
}

/** Judges all of it before the first command runs; what the commands have changed is judged once more by whoever goes on. */
async function announce(
  service: UploadService,
  actor: Actor,
  { path, override, cancelled }: CreateUpload,
): Promise<void> {
  const { events } = service.tree;
  if (!(await events.hasCommands('upload'))) return;
  const left = cancelled?.();
  const target = await plan(service, actor, path, override);
  await requireParents(service.tree, actor, target);
  await requireReplaceable(service, { userId: actor.userId, path });
  await requireRoomForUpload(service, actor);
  await events.before('upload', actor, { place: placeOf(target) }, left);
  left?.throwIfAborted();
}

async function requireRoomForUpload({ db }: UploadService, { userId }: Actor): Promise<void> {
  const unfinished = await countUnfinishedUploads(db.read, userId, MOST_UNFINISHED);
  if (unfinished < MOST_UNFINISHED) return;
  throw new AppError('too-many-requests', 'too many unfinished uploads');
}

async function plan(
  { tree }: UploadService,
  actor: Actor,
  path: TreePath,
  override: boolean,
): Promise<WriteTarget> {
  try {
    return await planWrite(tree, actor, path, { override });
  } catch (error) {
    if (!(error instanceof TakenByFolder)) throw error;
    throw new AppError('invalid-request', 'cannot upload to a directory', { cause: error });
  }
}

/** One user has one upload to a path. An earlier one gives way, unless its bytes are coming right now. */
async function replaceEarlier(service: UploadService, where: UploadPlace): Promise<void> {
  const earlier = await requireReplaceable(service, where);
  if (earlier !== undefined) await abandonUpload(service, earlier);
}

type UploadPlace = Pick<UploadKey, 'userId' | 'path'>;

async function requireReplaceable(
  service: UploadService,
  { userId, path }: UploadPlace,
): Promise<StoredUpload | undefined> {
  const earlier = await findUpload(service.db.read, userId, path);
  if (earlier === undefined) return undefined;
  const hasBytes = earlier.partName !== '' && earlier.finishedAt === undefined;
  const isBusy = service.locks.isHeld(earlier.id) || earlier.lastByteAt > Date.now() - BUSY_MS;
  if (hasBytes && isBusy) throw new AppError('locked', 'this path is being uploaded to');
  return earlier;
}

async function begin(service: UploadService, upload: NewUpload): Promise<void> {
  const stored = await service.db.write((tx) => insertUpload(tx, upload));
  // Two creations at once: one has won.
  if (stored === 'already-pending') throw new AppError('locked', 'another upload begins here');
  if (upload.length > 0) return;
  // No bytes are going to come, so this is the moment in which the empty file appears.
  try {
    await writeWhole(service, stored, new Uint8Array());
  } catch (error) {
    await abandonUpload(service, stored);
    throw error;
  }
  await markFinished(service, stored);
}
