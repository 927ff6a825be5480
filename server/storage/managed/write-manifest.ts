import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { inSlices } from '../../metadata/batches.ts';
import { type ManifestRow, manifestRows, treeIdOf } from '../../metadata/manifest-rows.ts';
import {
  type CompleteManifest,
  completeName,
  lineOf,
  listManifests,
  manifestOf,
  partName,
  readComplete,
  treeIdIn,
} from './manifest.ts';
import type { StoredTree } from './stored-tree.ts';

const compress = promisify(gzip);

/** Number of entries that are read at once. More would block the event loop for too long. */
const SLICE_ROWS = 500;
/** Number of slices in a part, which is a file of a few megabytes. */
const SLICES_OF_PART = 200;
/** Number of complete manifests that are kept. */
const MAX_MANIFESTS = 24;

/**
 * Writes a manifest: a list of all entries, each with the blob that holds its contents, so that the tree can be recovered without the
 * database. A manifest is a few parts, files of compressed JSON lines, and a final file, without which it is ignored. Nothing is written if
 * nothing has changed since the newest manifest. Entries that change meanwhile are recorded as they were before or after. Throws the reason
 * of `signal` when it aborts, and errors of the storage; what was written by then is removed with the next manifest.
 */
export async function writeManifest(
  tree: StoredTree,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { manifests } = tree.blobs;
  const id = await treeIdOf(tree.db);
  const known = (await listManifests(manifests, signal)).filter((name) => treeIdIn(name) === id);
  const [newestName] = known;
  const newest = newestName === undefined ? undefined : await readComplete(manifests, newestName);
  if ((await digestOf(tree, signal)) === newest?.digest) return;
  const name = `${nameOfTime(nowMs)}-${id}`;
  const counts = { files: 0, folders: 0, bytes: 0 };
  const hash = createHash('sha256');
  let parts = 0;
  let members: Buffer[] = [];
  const endPart = async (): Promise<void> => {
    if (members.length === 0) return;
    parts += 1;
    await manifests.put(partName(name, parts), Buffer.concat(members));
    members = [];
  };
  for await (const { rows, text } of slicesOf(tree, signal)) {
    hash.update(text);
    for (const row of rows) {
      counts[row.isFolder ? 'folders' : 'files'] += 1;
      counts.bytes += row.size;
    }
    // Concatenated gzip members are a valid gzip file, so each slice is compressed by itself, in another thread.
    members.push(await compress(text));
    if (members.length === SLICES_OF_PART) await endPart();
  }
  await endPart();
  const complete: CompleteManifest = { version: 1, parts, ...counts, digest: hash.digest('hex') };
  await manifests.put(completeName(name), Buffer.from(`${JSON.stringify(complete)}\n`));
  await removeOld(tree, { id, kept: [name, ...known].slice(0, MAX_MANIFESTS) }, signal);
}

/** Computes the digest that a manifest of the present tree would have. */
async function digestOf(tree: StoredTree, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const { text } of slicesOf(tree, signal)) hash.update(text);
  return hash.digest('hex');
}

/** Reads the tree in slices. Yields the entries of each, and their lines. */
async function* slicesOf({ db }: StoredTree, signal: AbortSignal) {
  const slices = inSlices<ManifestRow>(
    (last, most) => manifestRows(db.read, { after: last?.id ?? 0, most }),
    SLICE_ROWS,
  );
  for await (const rows of slices) {
    signal.throwIfAborted();
    yield { rows, text: rows.map(lineOf).join('') };
  }
}

/**
 * Removes older manifests of the tree, and the files of those that were not completed. Manifests of other trees are kept: they may be the
 * only copy of what was in them.
 */
async function removeOld(
  { blobs: { manifests } }: StoredTree,
  { id, kept }: { readonly id: string; readonly kept: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  for (const file of await manifests.list(signal)) {
    const name = manifestOf(file);
    if (name !== undefined && treeIdIn(name) === id && !kept.includes(name))
      await manifests.remove(file);
  }
}

/** Returns a time as it stands in names: `2026-11-28T01-05-00Z`. */
function nameOfTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
}
