import type { Readable } from 'node:stream';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type {
  EntryRef,
  EntryStat,
  TemporaryFile,
  TemporaryFileRef,
  WriteOptions,
} from '../storage/driver.ts';
import { bodyMemory, readSmallBody } from './body-memory.ts';
import type { Tree } from './tree.ts';
import { newPartIn } from './hidden-part.ts';
import { writeBatches } from './write-batches.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';

/** Up to so many bytes are collected in memory and handed to the driver in one step. */
const SMALL_FILE_BYTES = 256 * 1024;

/** The bytes of a file on their way to us. */
export interface SentFile {
  readonly body: Readable;
  /** Whose memory it uses on its way. */
  readonly account: string;
  /** What the sender announced; undefined when it did not. Bytes. */
  readonly announcedBytes: number | undefined;
  /** The time the file is to have; undefined for now. Milliseconds since 1970. */
  readonly modifiedMs?: number | undefined;
}

/** The place a file gets, judged, in a folder that is there. */
export interface Destination extends EntryRef {
  readonly place: TreePath;
  readonly replaces: boolean;
  /** What is replaced has to be there and to be like this, also when the last byte has come. */
  readonly condition: WriteCondition | undefined;
}

/**
 * Makes a file of a body: all of it, or nothing at all. What was there before stays until the new bytes are whole and on
 * disk. Other writers of the place wait only while the file gets its name, not while its bytes come.
 */
export function receiveFile(
  tree: Tree,
  destination: Destination,
  file: SentFile,
): Promise<EntryStat> {
  const { announcedBytes, account } = file;
  return announcedBytes !== undefined &&
    announcedBytes <= SMALL_FILE_BYTES &&
    !bodyMemory.isTight(account, announcedBytes)
    ? receiveSmall(tree, destination, file, announcedBytes)
    : receiveLarge(tree, destination, file);
}

async function receiveSmall(
  tree: Tree,
  destination: Destination,
  { body, account, modifiedMs }: SentFile,
  announcedBytes: number,
): Promise<EntryStat> {
  const { folder, name } = destination;
  const bytes = await readSmallBody(body, account, announcedBytes);
  if (typeof bytes === 'string' || bytes.length !== announcedBytes) throw cutOff();
  return publishing(tree, destination, (options) =>
    tree.driver.writeFile(folder, name, bytes, { ...options, modifiedMs }),
  );
}

async function receiveLarge(
  tree: Tree,
  destination: Destination,
  { body, account, modifiedMs }: SentFile,
): Promise<EntryStat> {
  const ref = newPartIn(destination.folder);
  await tree.parts.note(ref);
  const part = await createNoted(tree, ref);
  let stat: EntryStat;
  try {
    const { outcome } = await writeBatches(body, part, {
      position: 0,
      maxBytes: Infinity,
      account,
    });
    if (outcome !== 'ended') throw cutOff();
    stat = await publishing(tree, destination, (options) =>
      part.publish(destination.name, { ...options, modifiedMs }),
    );
  } catch (error) {
    if (await part.discard()) await tree.parts.strike(ref);
    throw error;
  }
  await tree.parts.strike(ref);
  return stat;
}

async function createNoted(
  tree: Tree,
  { folder, partName }: TemporaryFileRef,
): Promise<TemporaryFile> {
  try {
    return await tree.driver.createTemporaryFile(folder, partName);
  } catch (error) {
    await tree.parts.strike({ folder, partName });
    throw error;
  }
}

/** The comparison with what is there and the replacement are one step for all who write through this server. */
function publishing(
  tree: Tree,
  { place, replaces, condition }: Destination,
  publish: (options: WriteOptions) => Promise<EntryStat>,
): Promise<EntryStat> {
  return tree.locks.hold([place], async () => {
    if (!replaces || condition === undefined) return publish({ replace: replaces });
    const current = await fileAt(tree, place);
    requireCondition(condition, current);
    // And for programs on the server's machine, which know nothing of locks.
    return publish({ replace: true, ifStill: current });
  });
}

async function fileAt({ driver }: Tree, place: TreePath): Promise<EntryStat> {
  const found = await driver.resolve(place, place);
  if (found.kind === 'found' && found.stat.kind === 'file') return found.stat;
  throw new AppError('not-found', 'the file has gone');
}

function cutOff(): AppError {
  return new AppError('invalid-request', 'the body ended early');
}
