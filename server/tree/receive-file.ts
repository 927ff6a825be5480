import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { AppError, bodyEndedEarly } from '../errors.ts';
import type { TemporaryFile, WriteOptions } from '../storage/driver.ts';
import { bodyMemory, readSmallBody } from './body-memory.ts';
import type { Destination } from './destination.ts';
import type { JournalRecord } from './journal-record.ts';
import { newTemporaryPathIn } from './temporary-entry.ts';
import { folderOf, type ResolvedPath } from './resolved-path.ts';
import type { Prepared } from './run-operation.ts';
import type { Tree } from './tree.ts';
import { writeBatches } from './write-batches.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Maximum length of a body that is collected in memory and written in one step. Bytes. */
const SMALL_FILE_BYTES = 256 * 1024;

/** The contents of a file, as a client sends them. */
export interface SentFile {
  readonly body: Readable;
  /** Account whose memory budget the body uses. */
  readonly account: string;
  /** Length that the sender has announced, in bytes; undefined when it has not. */
  readonly announcedBytes: number | undefined;
  /** Modification time of the file, in milliseconds since 1970; undefined for now. */
  readonly modifiedMs?: number | undefined;
  /** Digests that the sender has stated. Nothing is published unless the body has all of them. */
  readonly digests?: readonly StatedDigest[];
}

/** A SHA-256 that the sender of a file has stated. */
export interface StatedDigest {
  /** Name of the header that states it, for messages. */
  readonly field: string;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

export interface ReceivingOptions {
  readonly destination: Destination;
  /** Condition for the replaced file, checked again when the last byte has arrived. */
  readonly condition: WriteCondition | undefined;
  /** True for a file that a user saves, perhaps often. */
  readonly isSave?: boolean;
}

/**
 * Receives the contents of a file. The commit publishes all of them or nothing; the previous file stays until the new one is complete and
 * flushed.
 */
export function receiveFile(
  tree: Tree,
  record: JournalRecord<'write'>,
  options: ReceivingOptions,
  file: SentFile,
): Promise<Prepared<EntryStat>> {
  const { announcedBytes, account } = file;
  return announcedBytes !== undefined &&
    announcedBytes <= SMALL_FILE_BYTES &&
    !bodyMemory.isTight(account, announcedBytes)
    ? receiveSmall(tree, record, options, file, announcedBytes)
    : receiveLarge(tree, record, options, file);
}

async function receiveSmall(
  tree: Tree,
  record: JournalRecord<'write'>,
  options: ReceivingOptions,
  { body, account, modifiedMs, digests = [] }: SentFile,
  announcedBytes: number,
): Promise<Prepared<EntryStat>> {
  const bytes = await readSmallBody(body, account, announcedBytes);
  if (typeof bytes === 'string' || bytes.length !== announcedBytes) throw bodyEndedEarly();
  const sha256 = digests.length > 0 ? sha256Of(bytes) : undefined;
  requireDigests(digests, sha256);
  const { resolvedPath } = options.destination;
  return {
    async commit() {
      const written = { ...(await writeOptions(tree, options)), modifiedMs };
      const folder = folderOf(resolvedPath);
      const stat = await replacing(tree, record, options, () =>
        tree.driver.writeFile(folder, nameOf(resolvedPath), bytes, written),
      );
      if (sha256 !== undefined) tree.digests.record(stat, sha256);
      return stat;
    },
  };
}

async function receiveLarge(
  tree: Tree,
  record: JournalRecord<'write'>,
  options: ReceivingOptions,
  file: SentFile,
): Promise<Prepared<EntryStat>> {
  const { resolvedPath } = options.destination;
  const temporary = newTemporaryPathIn(parentOf(resolvedPath));
  await record.advance({ state: 'receiving', temporary });
  const facts = { name: nameOf(temporary), length: file.announcedBytes };
  const temporaryFile = await createRecorded(tree, record, folderOf(resolvedPath), facts);
  const discard = async (): Promise<void> => {
    if (await temporaryFile.discard()) await record.end();
  };
  const discardIfItFails = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      await discard();
      throw error;
    }
  };
  const sha256 = await discardIfItFails(() => writeBody(temporaryFile, file));
  return {
    async commit() {
      const stat = await discardIfItFails(async () =>
        replacing(tree, record, options, async () =>
          temporaryFile.publish(nameOf(resolvedPath), {
            ...(await writeOptions(tree, options)),
            modifiedMs: file.modifiedMs,
          }),
        ),
      );
      if (sha256 !== undefined) tree.digests.record(stat, sha256);
      await record.end();
      return stat;
    },
    discard,
  };
}

/** Publishes a file; one that it replaces becomes a version. */
function replacing(
  { versions }: Tree,
  record: JournalRecord<'write'>,
  { destination: { existing, resolvedPath }, isSave = false }: ReceivingOptions,
  publish: () => Promise<EntryStat>,
): Promise<EntryStat> {
  if (existing === undefined) return publish();
  return isSave
    ? versions.save(record, resolvedPath, publish)
    : versions.replace(record, resolvedPath, publish);
}

/** Writes the body. Returns its SHA-256 if the sender has stated one, and throws unless it is that one. */
async function writeBody(
  temporaryFile: TemporaryFile,
  { body, account, digests = [] }: SentFile,
): Promise<string | undefined> {
  const digest = digests.length > 0 ? await temporaryFile.beginDigest() : undefined;
  try {
    const { outcome } = await writeBatches(body, temporaryFile, {
      position: 0,
      maxBytes: Infinity,
      account,
      onWritten: (end) => digest?.extend(end),
    });
    if (outcome !== 'ended') throw bodyEndedEarly();
    const sha256 = await digest?.value();
    requireDigests(digests, sha256);
    return sha256;
  } catch (error) {
    digest?.stop();
    throw error;
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function requireDigests(digests: readonly StatedDigest[], sha256: string | undefined): void {
  const wrong = digests.find((stated) => stated.sha256 !== sha256);
  if (wrong === undefined) return;
  throw new AppError(
    'invalid-request',
    `the body has another SHA-256 than "${wrong.field}" states, and was discarded. Send it again`,
  );
}

async function createRecorded(
  { driver }: Tree,
  record: JournalRecord<'write'>,
  folder: ResolvedPath,
  { name, length }: { readonly name: string; readonly length: number | undefined },
): Promise<TemporaryFile> {
  try {
    return await driver.createTemporaryFile(folder, name, { length });
  } catch (error) {
    await record.end();
    throw error;
  }
}

/** Compares the condition with the file that is replaced. The write lock makes the comparison and the replacement one step. */
async function writeOptions(
  tree: Tree,
  { destination: { resolvedPath, existing }, condition }: ReceivingOptions,
): Promise<WriteOptions> {
  const replace = existing !== undefined;
  if (!replace || condition === undefined) return { replace };
  const current = await fileAt(tree, resolvedPath);
  requireCondition(condition, current);
  // Programs on the machine of the server do not use its locks.
  return { replace, ifStill: current };
}

async function fileAt({ driver }: Tree, path: TreePath): Promise<EntryStat> {
  const found = await driver.resolve(path, path);
  if (found.kind === 'found' && found.stat.kind === 'file') return found.stat;
  throw new AppError('not-found', 'the file has been removed');
}
