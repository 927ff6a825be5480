import { readStoredJson, writeStored } from '../lib/browser-storage.ts';
import { session } from './session.ts';

/** An unfinished upload, remembered across reloads. */
export interface RememberedUpload {
  readonly userId: number;
  /** Destination in the user's home. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Modification time of the file, in milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly overwrite: boolean;
  /** Key by which the server identifies the upload. */
  readonly key: string;
  /** Time of the last sent bytes, in milliseconds since 1970. */
  readonly sentAtMs: number;
}

/** Fields that identify the same file when it is picked again. */
export type UploadTraits = Pick<RememberedUpload, 'path' | 'size' | 'modifiedMs' | 'overwrite'>;

const STORAGE_KEY = 'uploads';
/** Maximum number of remembered uploads. A page sends five files at once; the rest are failed uploads and those of other pages. */
const MAX_REMEMBERED = 200;
/** Uploads are forgotten after a day, because the server then deletes them by default. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Returns the unfinished uploads of the current user, oldest first. */
export function rememberedUploads(): RememberedUpload[] {
  const userId = session.getState().user?.id;
  return read().filter((upload) => upload.userId === userId);
}

/** Returns the latest unfinished upload of the same file to the same destination; undefined without one. */
export function findRemembered(traits: UploadTraits): RememberedUpload | undefined {
  return rememberedUploads().findLast(
    ({ path, size, modifiedMs, overwrite }) =>
      path === traits.path &&
      size === traits.size &&
      modifiedMs === traits.modifiedMs &&
      overwrite === traits.overwrite,
  );
}

/** Records that bytes were sent. Does nothing while logged out. */
export function rememberUpload(traits: UploadTraits, key: string): void {
  const userId = session.getState().user?.id;
  if (userId === undefined) return;
  const { path, size, modifiedMs, overwrite } = traits;
  const upload = { userId, path, size, modifiedMs, overwrite, key, sentAtMs: Date.now() };
  write([...read().filter((other) => other.key !== key), upload]);
}

export function forgetUploads(keys: ReadonlySet<string>): void {
  const all = read();
  const kept = all.filter(({ key }) => !keys.has(key));
  if (kept.length < all.length) write(kept);
}

/** Calls `listener` when another tab changes the remembered uploads. Returns a function that removes it. */
export function followMemory(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function read(): RememberedUpload[] {
  const oldestMs = Date.now() - FORGOTTEN_AFTER_MS;
  const kept = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(kept)) return [];
  return kept.filter(isRemembered).filter(({ sentAtMs }) => sentAtMs > oldestMs);
}

function write(uploads: readonly RememberedUpload[]): void {
  const kept = uploads.slice(-MAX_REMEMBERED);
  // Without storage, uploads work but cannot be resumed after a reload.
  writeStored(STORAGE_KEY, kept.length === 0 ? undefined : JSON.stringify(kept));
}

/** Validates stored values, which another version of this page may have written. */
function isRemembered(value: unknown): value is RememberedUpload {
  if (typeof value !== 'object' || value === null) return false;
  // All fields are validated below.
  const { userId, path, size, modifiedMs, overwrite, key, sentAtMs } =
    value as Partial<RememberedUpload>;
  const areNumbers = [userId, size, modifiedMs, sentAtMs].every((one) => Number.isFinite(one));
  const areTexts = [path, key].every((one) => typeof one === 'string');
  return areNumbers && areTexts && typeof overwrite === 'boolean';
}
