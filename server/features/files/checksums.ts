import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm, type FileInfo } from '#contract/files.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { describeFile } from '../../tree/describe-file.ts';
import { authorizeAlso, isAuthorized, type AuthorizedEntry } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';

export interface ChecksumRequest {
  readonly file: AuthorizedEntry;
  readonly echoedPath: string;
  /** Requested algorithms, joined by commas. */
  readonly asked: string;
  readonly signal: AbortSignal;
}

/**
 * Describes a file with its checksums instead of its text. Needs the permission to download, because checksums reveal
 * contents.
 */
export async function describeWithChecksums(
  tree: Tree,
  actor: Actor,
  { file, echoedPath, asked, signal }: ChecksumRequest,
): Promise<FileInfo> {
  authorizeAlso(actor, 'download', file);
  const algorithms = parseAlgorithms(asked);
  const info = await describeFile(tree, actor, file, { echoedPath, withText: false });
  return { ...info, checksums: await tree.driver.checksums(file.resolvedPath, algorithms, signal) };
}

/** Adds the checksum that was stored when the bytes of the file were verified, if the actor may download the file. */
export async function withStoredChecksum(
  tree: Tree,
  actor: Actor,
  { path, resolvedPath, stat }: AuthorizedEntry,
  info: FileInfo,
): Promise<FileInfo> {
  if (!isAuthorized(actor, 'download', [path, resolvedPath])) return info;
  const known = await tree.digests.find(stat);
  if (known === undefined) return info;
  const { sha256, storedAt } = known;
  return { ...info, storedChecksum: { sha256, storedAt: new Date(storedAt).toISOString() } };
}

function parseAlgorithms(asked: string): readonly ChecksumAlgorithm[] {
  const names = asked.split(',');
  const known = CHECKSUM_ALGORITHMS.filter((algorithm) => names.includes(algorithm));
  const isUnknown = names.some((name) => !known.some((algorithm) => algorithm === name));
  if (isUnknown) throw new AppError('invalid-request', 'unknown checksum');
  return known;
}
