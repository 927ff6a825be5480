import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { ManifestRow } from '../../metadata/manifest-rows.ts';
import type { ManifestFiles } from './manifest-files.ts';

const decompress = promisify(gunzip);

/** Contents of the last file of a manifest, which exists only if the manifest is complete. */
const CompleteManifest = z.object({
  version: z.literal(1),
  /** Number of the other files. */
  parts: z.int().nonnegative(),
  files: z.int(),
  folders: z.int(),
  /** Size of all files. */
  bytes: z.int(),
  /** SHA-256 of all lines, in hexadecimal. */
  digest: z.string(),
});
export type CompleteManifest = Readonly<z.infer<typeof CompleteManifest>>;

/** A line of the other files: an entry of the tree. `sha256` is missing if it has not been computed. */
const Line = z.object({
  id: z.int(),
  parent: z.int(),
  name: z.string(),
  folder: z.literal(true).optional(),
  size: z.int(),
  modifiedUs: z.int(),
  mode: z.int(),
  blob: z.string().optional(),
  sha256: z.string().optional(),
});

/** Returns the line of an entry, with its line break. */
export function lineOf({ isFolder, blob, sha256, ...row }: ManifestRow): string {
  const line: z.infer<typeof Line> = {
    ...row,
    ...(isFolder && { folder: true }),
    ...(blob !== null && { blob }),
    ...(sha256 !== null && { sha256 }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** Reads all lines of a complete manifest. Throws `storage-failed` if a file is missing or damaged. */
export async function readManifest(
  files: ManifestFiles,
  manifest: string,
): Promise<readonly ManifestRow[]> {
  const complete = await readComplete(files, manifest);
  if (complete === undefined) throw damaged(manifest);
  const texts: string[] = [];
  const hash = createHash('sha256');
  for (let part = 1; part <= complete.parts; part += 1) {
    const bytes = await files.read(partName(manifest, part));
    const text = bytes && (await decompress(bytes).catch(() => undefined))?.toString('utf8');
    if (text === undefined) throw damaged(manifest);
    hash.update(text);
    texts.push(text);
  }
  if (hash.digest('hex') !== complete.digest) throw damaged(manifest);
  return texts.flatMap((text) => text.trimEnd().split('\n').map(rowOf));
}

function rowOf(text: string): ManifestRow {
  const { folder, blob, sha256, ...row } = Line.parse(JSON.parse(text));
  return { ...row, isFolder: folder === true, blob: blob ?? null, sha256: sha256 ?? null };
}

/** Returns the last file of a manifest; undefined if it is missing. */
export async function readComplete(
  files: ManifestFiles,
  manifest: string,
): Promise<CompleteManifest | undefined> {
  const bytes = await files.read(completeName(manifest));
  if (bytes === undefined) return undefined;
  return CompleteManifest.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/**
 * Returns the names of the complete manifests, the newest first: the time, and the id of the tree, such as
 * `2026-11-28T01-05-00Z-1a2b3c4d`.
 */
export async function listManifests(files: ManifestFiles, signal: AbortSignal): Promise<string[]> {
  const names = await files.list(signal);
  return names
    .filter((name) => name.endsWith(COMPLETE))
    .map((name) => name.slice(0, -COMPLETE.length))
    .toSorted()
    .toReversed();
}

const COMPLETE = '.complete.json';
const FILE = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]+)\.(?:\d+\.jsonl\.gz|complete\.json)$/;

export function completeName(manifest: string): string {
  return `${manifest}${COMPLETE}`;
}

export function partName(manifest: string, part: number): string {
  return `${manifest}.${String(part).padStart(5, '0')}.jsonl.gz`;
}

/** Returns the id of the tree of a manifest. */
export function treeIdIn(manifest: string): string {
  return manifest.slice(manifest.lastIndexOf('-') + 1);
}

/** Returns the name of the manifest that a file belongs to; undefined for another file. */
export function manifestOf(file: string): string | undefined {
  return FILE.exec(file)?.[1];
}

function damaged(manifest: string): AppError {
  return new AppError('storage-failed', `the manifest ${manifest} is incomplete or damaged`);
}
