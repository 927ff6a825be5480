import type { Readable } from 'node:stream';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { readBytes } from '../lib/read-bytes.ts';
import type { EntryStat } from '../storage/driver.ts';
import type { Tree } from './tree.ts';
import { writeBatches } from './write-batches.ts';
import { makeParents, planWrite, type WriteTarget } from './write-target.ts';

/** Up to so many bytes are collected in memory and handed to the driver in one step. */
const SMALL_FILE_BYTES = 256 * 1024;

export interface WriteRequest {
  readonly path: TreePath;
  readonly override: boolean;
  readonly body: Readable;
  /** What the sender announced; undefined when it did not. Bytes. */
  readonly announcedBytes: number | undefined;
}

/**
 * Makes a file of a body: all of it, or nothing at all. What was there before stays until the new bytes are
 * whole and on disk.
 */
export async function writeFile(
  tree: Tree,
  actor: Actor,
  { path, override, body, announcedBytes }: WriteRequest,
): Promise<EntryStat> {
  const target = await planWrite(tree, actor, path, { override });
  if (announcedBytes !== undefined && announcedBytes <= SMALL_FILE_BYTES) {
    const bytes = await collect(body, announcedBytes);
    const folder = await makeParents(tree, actor, target);
    return tree.driver.writeFile(folder, target.name, bytes, { replace: target.replaces });
  }
  const folder = await makeParents(tree, actor, target);
  return writeLarge(tree, folder, target, body);
}

async function collect(body: Readable, announcedBytes: number): Promise<Uint8Array> {
  const bytes = await readBytes(body, announcedBytes);
  if (typeof bytes === 'string' || bytes.length !== announcedBytes) throw cutOff();
  return bytes;
}

async function writeLarge(
  tree: Tree,
  folder: TreePath,
  target: WriteTarget,
  body: Readable,
): Promise<EntryStat> {
  const part = await tree.driver.createPart(folder);
  try {
    await tree.parts.note(part.ref);
    const { outcome } = await writeBatches(body, part, { position: 0, maxBytes: Infinity });
    if (outcome !== 'ended') throw cutOff();
    return await part.publish(target.name, { replace: target.replaces });
  } catch (error) {
    await part.discard();
    throw error;
  } finally {
    await tree.parts.strike(part.ref);
  }
}

function cutOff(): AppError {
  return new AppError('invalid-request', 'the body ended early');
}
