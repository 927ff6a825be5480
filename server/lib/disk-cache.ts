import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** Maximum size of the cache. Above it, the least recently used entries are removed. Bytes. */
const DEFAULT_CAPACITY = 1024 ** 3;
const FILLED_AFTER_CLEANING = 0.8;
/**
 * Minimum interval between updates of an entry's time of last use, because a write for each read would be too
 * expensive.
 */
const USE_UPDATE_INTERVAL_MS = 3_600_000;
const TEMPORARY = '.part';
const ABANDONED_AFTER_MS = 3_600_000;

const MAGIC = Buffer.from('FBKEEP2\n');
const DIGEST_BYTES = 16;
const HEAD_BYTES = MAGIC.length + DIGEST_BYTES + 1;
const SOURCE_LENGTH_BYTES = 2;

export interface Kept {
  readonly bytes: Uint8Array;
  /** A media type. */
  readonly type: string;
  /** Identifies the source of the bytes. */
  readonly source: string;
}

export type IsCurrent = (key: string, source: string) => Promise<boolean>;

/** Number of sources that are compared without a pause. */
const SOURCES_AT_ONCE = 1_000;

class KeysBySource {
  readonly #keys = new Map<string, Set<string>>();

  add(source: string, key: string): void {
    const keys = this.#keys.get(source);
    if (keys === undefined) this.#keys.set(source, new Set([key]));
    else keys.add(key);
  }

  delete(source: string, key: string): void {
    const keys = this.#keys.get(source);
    keys?.delete(key);
    if (keys?.size === 0) this.#keys.delete(source);
  }

  /** Returns the source and the key of each entry whose source `isSelected` accepts. Does not block the event loop. */
  async select(
    isSelected: (source: string) => boolean,
  ): Promise<(readonly [source: string, key: string])[]> {
    const selected: [string, string][] = [];
    let compared = 0;
    for (const [source, keys] of this.#keys) {
      if (isSelected(source)) for (const key of keys) selected.push([source, key]);
      compared += 1;
      if (compared % SOURCES_AT_ONCE === 0) await setImmediate();
    }
    return selected;
  }
}

/** Maximum length of the header: the longest source, which is a path of the tree, and the fields before it. */
const FACTS_BYTES = HEAD_BYTES + 255 + SOURCE_LENGTH_BYTES + 4_096;

/**
 * A cache in a folder of its own: `ab/ab12…` by a key of hexadecimal digits. A damaged, truncated or missing entry
 * counts as absent, and a folder that is not writable stores nothing.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #capacity: number;
  /** Undefined until the folder has been counted, with the first write. */
  #bytes: number | undefined;
  #cleaning: Promise<void> | undefined;
  /** Keys by source; undefined until `removeStale` has read all files. It may name keys that `#clean` has removed since. */
  #keys: KeysBySource | undefined;
  /** The next `#keys`, while `removeStale` reads the files. */
  #keysRead: KeysBySource | undefined;

  constructor(folder: string, capacity: number = DEFAULT_CAPACITY) {
    this.#folder = folder;
    this.#capacity = capacity;
  }

  async get(key: string): Promise<Kept | undefined> {
    const file = this.#fileOf(key);
    const bytes = await readFile(file).catch(() => undefined);
    const kept = bytes && unpacked(bytes);
    if (kept !== undefined) await this.#recordUse(file).catch(() => undefined);
    return kept;
  }

  async set(key: string, kept: Kept): Promise<void> {
    const file = this.#fileOf(key);
    try {
      await this.#write(file, packed(kept));
    } catch {
      // The disk is full, or the folder has vanished. The next request creates the entry again.
      return;
    }
    for (const keys of [this.#keys, this.#keysRead]) keys?.add(kept.source, key);
    if (this.#bytes !== undefined) this.#bytes += kept.bytes.length + HEAD_BYTES;
    if (this.#bytes === undefined || this.#bytes > this.#capacity) {
      this.#cleaning ??= this.#clean().finally(() => {
        this.#cleaning = undefined;
      });
    }
  }

  /**
   * Removes the entries for which `isCurrent` returns false, and those without a readable source. Reads a part of every file. Stops
   * when `signal` aborts.
   */
  async removeStale(isCurrent: IsCurrent, signal: AbortSignal): Promise<void> {
    const read = (this.#keysRead = new KeysBySource());
    for (const { path } of await this.#list()) {
      if (signal.aborted) return;
      const key = basename(path);
      if (key.endsWith(TEMPORARY)) continue;
      const source = await sourceOf(path);
      if (source !== undefined && (await isCurrent(key, source))) read.add(source, key);
      else await this.#remove(path);
    }
    this.#keys = read;
    this.#keysRead = undefined;
  }

  /**
   * Removes stale entries like `removeStale`, but only reads those whose source `isSelected` accepts. Reads all entries if `removeStale`
   * has not run yet.
   */
  async removeStaleOf(
    isSelected: (source: string) => boolean,
    isCurrent: IsCurrent,
    signal: AbortSignal,
  ): Promise<void> {
    const known = this.#keys;
    if (known === undefined) return this.removeStale(isCurrent, signal);
    for (const [source, key] of await known.select(isSelected)) {
      if (signal.aborted) return;
      if (await isCurrent(key, source)) continue;
      await this.#remove(this.#fileOf(key));
      known.delete(source, key);
    }
  }

  /** Waits for a running cleanup. */
  async settled(): Promise<void> {
    await this.#cleaning;
  }

  async #remove(path: string): Promise<void> {
    try {
      const { size } = await stat(path);
      await rm(path);
      if (this.#bytes !== undefined) this.#bytes -= size;
    } catch {
      // The entry is gone already, or cannot be removed; the next cleanup tries again.
    }
  }

  #fileOf(key: string): string {
    if (!/^[0-9a-f]{8,128}$/.test(key)) throw new Error('a key has hexadecimal digits');
    return join(this.#folder, key.slice(0, 2), key);
  }

  /**
   * Writes a temporary file and renames it, so that readers never see a part of it. Does not flush it: the file may be lost in a
   * power cut.
   */
  async #write(file: string, bytes: Buffer): Promise<void> {
    const temporaryFile = `${file}.${randomBytes(6).toString('hex')}${TEMPORARY}`;
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    try {
      await writeNew(temporaryFile, bytes);
      await rename(temporaryFile, file);
    } catch (error) {
      // Removed on a full disk too, because partial files would pile up.
      await rm(temporaryFile, { force: true });
      throw error;
    }
  }

  async #recordUse(file: string): Promise<void> {
    const { mtimeMs } = await stat(file);
    if (Date.now() - mtimeMs < USE_UPDATE_INTERVAL_MS) return;
    const now = new Date();
    await utimes(file, now, now);
  }

  /**
   * Measures the entries, and removes the least recently used ones above the maximum size. Affects only files with
   * names of the cache.
   */
  async #clean(): Promise<void> {
    const files = await this.#list();
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > this.#capacity) {
      files.sort((a, b) => a.usedMs - b.usedMs);
      for (const { path, size } of files) {
        if (bytes <= this.#capacity * FILLED_AFTER_CLEANING) break;
        await rm(path, { force: true }).catch(() => undefined);
        bytes -= size;
      }
    }
    this.#bytes = bytes;
  }

  async #list(): Promise<{ path: string; size: number; usedMs: number }[]> {
    const found: { path: string; size: number; usedMs: number }[] = [];
    const folders = await readdir(this.#folder).catch(() => []);
    for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name))) {
      const names = await readdir(join(this.#folder, folder)).catch(() => []);
      for (const name of names.filter((each) => isOurs(each, folder))) {
        const path = join(this.#folder, folder, name);
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined) continue;
        const isAbandoned =
          name.endsWith(TEMPORARY) && Date.now() - facts.mtimeMs > ABANDONED_AFTER_MS;
        if (isAbandoned) await rm(path, { force: true }).catch(() => undefined);
        else found.push({ path, size: facts.size, usedMs: facts.mtimeMs });
      }
    }
    return found;
  }
}

async function writeNew(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

function isOurs(name: string, folder: string): boolean {
  return name.startsWith(folder) && /^[0-9a-f]{8,128}(?:\.[0-9a-f]{12}\.part)?$/.test(name);
}

function packed({ bytes, type, source }: Kept): Buffer {
  const typeBytes = Buffer.from(type, 'latin1');
  const sourceBytes = Buffer.from(source);
  const sourceLength = Buffer.alloc(SOURCE_LENGTH_BYTES);
  sourceLength.writeUInt16BE(sourceBytes.length);
  const facts = [Buffer.from([typeBytes.length]), typeBytes, sourceLength, sourceBytes];
  const body = Buffer.concat([...facts, bytes]);
  return Buffer.concat([MAGIC, digestOf(body), body]);
}

function unpacked(file: Buffer): Kept | undefined {
  const facts = factsOf(file);
  if (facts === undefined) return undefined;
  const digest = file.subarray(MAGIC.length, MAGIC.length + DIGEST_BYTES);
  const body = file.subarray(MAGIC.length + DIGEST_BYTES);
  if (!digestOf(body).equals(digest)) return undefined;
  return { type: facts.type, source: facts.source, bytes: body.subarray(facts.end) };
}

/** Reads the header of an entry; `end` is the position after the digest. */
function factsOf(file: Buffer): { type: string; source: string; end: number } | undefined {
  if (file.length < HEAD_BYTES || !file.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const body = file.subarray(MAGIC.length + DIGEST_BYTES);
  const typeEnd = 1 + (body[0] ?? 0);
  const sourceStart = typeEnd + SOURCE_LENGTH_BYTES;
  if (body.length < sourceStart) return undefined;
  const end = sourceStart + body.readUInt16BE(typeEnd);
  if (body.length < end) return undefined;
  return {
    type: body.toString('latin1', 1, typeEnd),
    source: body.toString('utf8', sourceStart, end),
    end,
  };
}

async function sourceOf(path: string): Promise<string | undefined> {
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FACTS_BYTES), 0, FACTS_BYTES, 0);
    return factsOf(buffer.subarray(0, bytesRead))?.source;
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}

function digestOf(body: Uint8Array): Buffer {
  return createHash('sha256').update(body).digest().subarray(0, DIGEST_BYTES);
}
