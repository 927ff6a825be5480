import { ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { FileContents, StorageDriver } from '../../storage/driver.ts';
import { folderIdentity } from '../../lib/folder-identity.ts';
import { openLocalFolder } from '../../storage/open.ts';

/** Maximum size of a file, because files are read into memory. Bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

// The casts are safe, because these are valid paths.
const CUSTOM_CSS = '/custom.css' as TreePath;
/** Path of the logo after /static. */
export const LOGO_PATH = '/img/logo.svg' as TreePath;

/** Types that are accepted below `/img/`, by extension: images, fonts and texts. Scripts and styles are not among them. */
const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
};

/** A regular file of the branding folder with its contents. */
export interface BrandingFile {
  readonly contents: Extract<FileContents, { kind: 'whole' }>;
  readonly type: string;
}

interface OpenFolder {
  /** The path in the settings. */
  readonly path: string;
  readonly identity: string;
  readonly driver: StorageDriver;
  /** Running reads. The folder is closed after them. */
  readonly work: Set<Promise<unknown>>;
}

/**
 * Reads the folder with which an administrator customizes the pages. A driver of its own keeps reads inside the
 * folder, even through symlinks. Each call gets the folder, so that a changed setting or a replaced folder has an
 * effect at once.
 */
export class BrandingFolder {
  readonly #log: Pick<Logger, 'warn'>;
  #open: OpenFolder | undefined;
  readonly #closing = new Set<Promise<void>>();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** Returns a file by its path after /static; undefined if it does not exist or its type is not accepted. */
  async read(folder: string, path: TreePath): Promise<BrandingFile | undefined> {
    const type = typeOf(path);
    if (type === undefined) return undefined;
    const contents = await this.#within(folder, (driver) => readWhole(driver, path));
    return contents && { contents, type };
  }

  async hasCustomCss(folder: string): Promise<boolean> {
    const path = await this.#within(folder, (driver) => findFile(driver, CUSTOM_CSS));
    return path !== undefined;
  }

  async hasLogo(folder: string): Promise<boolean> {
    const path = await this.#within(folder, (driver) => findFile(driver, LOGO_PATH));
    return path !== undefined;
  }

  async close(): Promise<void> {
    this.#forget();
    await Promise.all(this.#closing);
  }

  async #within<Result>(
    path: string,
    work: (driver: StorageDriver) => Promise<Result>,
  ): Promise<Result | undefined> {
    const identity = path === '' ? undefined : await folderIdentity(path);
    // No await until the work is recorded, so that the folder is not closed in between.
    const open = this.#folderAt(path, identity);
    if (open === undefined) return undefined;
    const working = work(open.driver);
    open.work.add(working);
    try {
      return await working;
    } finally {
      open.work.delete(working);
    }
  }

  /** Returns the folder that is at the path, opened; undefined if there is none, or it cannot be opened now. */
  #folderAt(path: string, identity: string | undefined): OpenFolder | undefined {
    if (this.#open?.path !== path || this.#open.identity !== identity) this.#forget();
    if (identity === undefined) return undefined;
    this.#open ??= this.#tryToOpen(path, identity);
    return this.#open;
  }

  #tryToOpen(path: string, identity: string): OpenFolder | undefined {
    try {
      return { path, identity, driver: openLocalFolder(path), work: new Set() };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#log.warn({ err: error }, 'branding folder cannot be opened');
      return undefined;
    }
  }

  /** Closes the open folder after its running reads. */
  #forget(): void {
    if (this.#open === undefined) return;
    const { driver, work } = this.#open;
    this.#open = undefined;
    const closing = Promise.allSettled(work)
      .then(() => driver.close())
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

function typeOf(path: TreePath): string | undefined {
  if (path === CUSTOM_CSS) return 'text/css; charset=utf-8';
  if (!path.startsWith('/img/')) return undefined;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension];
}

async function findFile(driver: StorageDriver, path: TreePath): Promise<TreePath | undefined> {
  const found = await undefinedOnError(driver.resolve(path, ROOT));
  if (found?.kind !== 'found' || found.stat.kind !== 'file') return undefined;
  return found.stat.size > MAX_BYTES ? undefined : found.path;
}

async function readWhole(
  driver: StorageDriver,
  path: TreePath,
): Promise<BrandingFile['contents'] | undefined> {
  const resolvedPath = await findFile(driver, path);
  if (resolvedPath === undefined) return undefined;
  const contents = await undefinedOnError(driver.readFile(resolvedPath, { wholeUpTo: MAX_BYTES }));
  if (contents?.kind === 'whole') return contents;
  await contents?.file.close();
  return undefined;
}

/** Returns undefined for an unreadable file, so that the built-in file is used. */
async function undefinedOnError<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
