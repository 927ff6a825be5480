import { session } from './session.ts';

/** An upload that has begun and not ended, as this browser remembers it over a reload. */
export interface RememberedUpload {
  readonly userId: number;
  /** Where it goes, from the user's home. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly overwrite: boolean;
  /** By which the server knows it. */
  readonly key: string;
  /** Milliseconds since 1970: when bytes of it were last sent. */
  readonly sentAtMs: number;
}

/** What makes a file that is picked again the same one. */
export type UploadTraits = Pick<RememberedUpload, 'path' | 'size' | 'modifiedMs' | 'overwrite'>;

const STORAGE_KEY = 'uploads';
/** Each page sends five at once; the rest is room for what failed, and for other pages. */
const MOST_REMEMBERED = 200;
/** The server forgets an upload a day after its last byte. */
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** The unfinished uploads of whoever is signed in, the oldest first. */
export function rememberedUploads(): RememberedUpload[] {
  const userId = session.getState().user?.id;
  return read().filter((upload) => upload.userId === userId);
}

export function findRemembered(traits: UploadTraits): RememberedUpload | undefined {
  return rememberedUploads().findLast(
    ({ path, size, modifiedMs, overwrite }) =>
      path === traits.path &&
      size === traits.size &&
      modifiedMs === traits.modifiedMs &&
      overwrite === traits.overwrite,
  );
}

/** Bytes have been sent just now. Nothing is remembered while nobody is signed in. */
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

/** Another page of this browser has remembered or forgotten uploads. Returns how to stop following. */
export function followMemory(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function read(): RememberedUpload[] {
  const oldestMs = Date.now() - FORGOTTEN_AFTER_MS;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(isRemembered).filter(({ sentAtMs }) => sentAtMs > oldestMs);
  } catch {
    return [];
  }
}

function write(uploads: readonly RememberedUpload[]): void {
  try {
    if (uploads.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(uploads.slice(-MOST_REMEMBERED)));
  } catch {
    // A browser without room for it uploads as well, and only does not go on after a reload.
  }
}

/** Whoever can write here is the user, but another version of this page may have. */
function isRemembered(value: unknown): value is RememberedUpload {
  if (typeof value !== 'object' || value === null) return false;
  // Every field is looked at here.
  const { userId, path, size, modifiedMs, overwrite, key, sentAtMs } =
    value as Partial<RememberedUpload>;
  const areNumbers = [userId, size, modifiedMs, sentAtMs].every((one) => Number.isFinite(one));
  const areTexts = [path, key].every((one) => typeof one === 'string');
  return areNumbers && areTexts && typeof overwrite === 'boolean';
}
