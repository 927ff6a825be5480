import { BoltError } from '../bolt/bolt-error.ts';
import type { Bucket, BucketEntry } from '../bolt/bucket.ts';
import { type BoltFile, readBolt } from '../bolt/open-bolt.ts';
import { StartupError } from '../../../lib/startup-error.ts';

const KNOWN_VERSION = 2;

/** A stored record, with its name for error messages. */
export interface LegacyRecord {
  readonly name: string;
  readonly content: unknown;
}

/** Records that `config export` writes too. */
export interface LegacyConfig {
  readonly settings: LegacyRecord;
  readonly server: LegacyRecord;
  readonly auther: LegacyRecord;
}

/** The unchecked contents of a database of File Browser 2 (compatibility.md 9.5), or of exports. */
export interface LegacyDatabase {
  /** Undefined for an export of users only. */
  readonly config: LegacyConfig | undefined;
  readonly users: readonly LegacyRecord[];
  readonly shares: readonly LegacyRecord[];
  /** The highest assigned id of a user. New users get higher ids, even if that user has been removed. */
  readonly lastUserId: number;
  /** True if the last transaction was interrupted. The contents are those before it. */
  readonly lostTransaction: boolean;
}

/** Reads the file without changing it. Throws a StartupError if anything is wrong with it. */
export function readLegacyDatabase(path: string): LegacyDatabase {
  try {
    return readBolt(path, readContents);
  } catch (error) {
    const isExpected = error instanceof BoltError || error instanceof StartupError;
    if (!isExpected) throw error;
    const message = error.message.startsWith(path) ? error.message : `${path}: ${error.message}`;
    throw new StartupError(message, { cause: error });
  }
}

function readContents({ root, lostTransaction }: BoltFile): LegacyDatabase {
  const config = root.bucket('config');
  if (config === undefined) throw new StartupError('not a database of File Browser 2');
  const version = recordOf('the version', config.value('version')).content;
  if (version !== KNOWN_VERSION) {
    throw new StartupError(
      `unknown version ${JSON.stringify(version)}; only version 2 can be read`,
    );
  }
  const users = root.bucket('User');
  return {
    config: {
      settings: recordOf('the settings', config.value('settings')),
      server: recordOf('the server record', config.value('server')),
      auther: recordOf('the auth method', config.value('auther')),
    },
    users: recordsOf(users, (key) => `user ${idFrom(key)}`),
    shares: recordsOf(root.bucket('Link'), (key) => `share ${key.toString()}`),
    lastUserId: idFrom(users?.bucket('__storm_metadata')?.value('IDcounter')),
    lostTransaction,
  };
}

/** Returns the records of a bucket. Nested buckets are indexes. */
function recordsOf(bucket: Bucket | undefined, nameOf: (key: Buffer) => string): LegacyRecord[] {
  const isRecord = (entry: BucketEntry) => entry.kind === 'value';
  const values = [...(bucket?.entries() ?? [])].filter(isRecord);
  return values.map(({ key, value }) => recordOf(nameOf(key), value));
}

function recordOf(name: string, value: Buffer | undefined): LegacyRecord {
  if (value === undefined) throw new StartupError(`${name}: missing`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(value);
    return { name, content: JSON.parse(text) };
  } catch (cause) {
    throw new StartupError(`${name}: cannot be read`, { cause });
  }
}

/** Returns 0 for undefined. */
function idFrom(bytes: Buffer | undefined): number {
  if (bytes === undefined) return 0;
  const id = bytes.length === 8 ? bytes.readBigUInt64BE() : -1n;
  if (id < 0n || id > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new StartupError('the id of a user is not a valid number');
  }
  return Number(id);
}
