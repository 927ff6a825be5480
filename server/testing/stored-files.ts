import { posix } from 'node:path';
import { childPath, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { AppError } from '../errors.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../metadata/database.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { openManagedStore } from '../storage/open.ts';
import { recordedPath } from '../tree/resolved-path.ts';

/** Opens the managed store of a test beside its server. */
export async function withStoredFiles<Result>(
  config: Pick<Config, 'root' | 'bucket'>,
  db: Database,
  work: (driver: StorageDriver) => Promise<Result>,
): Promise<Result> {
  const driver = openManagedStore(config, { db, fileMode: 0o640, dirMode: 0o750 });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

/** Creates files and folders; a path that ends with a slash is a folder. */
export async function layOutStored(
  driver: StorageDriver,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, contents] of Object.entries(files)) {
    const resolvedPath = requirePath(path);
    if (path.endsWith('/')) {
      await makeFolders(driver, resolvedPath);
      continue;
    }
    const folder = requirePath(posix.dirname(resolvedPath));
    await makeFolders(driver, folder);
    const bytes = new TextEncoder().encode(contents);
    await driver.writeFile(folder, posix.basename(resolvedPath), bytes, { replace: true });
  }
}

async function makeFolders(driver: StorageDriver, folder: TreePath): Promise<void> {
  if (folder === ROOT || (await driver.resolve(folder, ROOT)).kind === 'found') return;
  const parent = requirePath(posix.dirname(folder));
  await makeFolders(driver, parent);
  await driver.makeFolder(parent, posix.basename(folder));
}

/** Removes a file. */
export async function removeStored(driver: StorageDriver, path: string): Promise<void> {
  await driver.remove(requirePath(posix.dirname(path)), posix.basename(path));
}

/** Returns the names in the trash folder at the top; none if there is no such folder. */
export async function namesInStoredTrash(driver: StorageDriver): Promise<string[]> {
  const folder = recordedPath(requirePath(`/${TRASH_NAME}`));
  const found: string[] = [];
  try {
    for await (const { name } of driver.list(folder, new AbortController().signal))
      found.push(name);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error;
  }
  return found;
}

/** Returns the contents of every file by path, with temporary files; empty folders end with a slash. */
export async function readStoredTree(driver: StorageDriver): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const signal = new AbortController().signal;
  const temporary = await driver.walks.findTemporary({ known: new Set() }, { signal });
  for (const { path } of temporary) found[path] = '';
  await readFolder(driver, ROOT, found);
  return found;
}

async function readFolder(
  driver: StorageDriver,
  folder: TreePath,
  found: Record<string, string>,
): Promise<void> {
  let isEmpty = true;
  for await (const { name, kind } of driver.list(folder, new AbortController().signal)) {
    isEmpty = false;
    const path = childPath(folder, name);
    if (path === undefined) continue;
    if (kind === 'folder') await readFolder(driver, path, found);
    else found[path] = await readText(driver, path);
  }
  if (isEmpty && folder !== ROOT) found[`${folder}/`] = '';
}

async function readText(driver: StorageDriver, path: TreePath): Promise<string> {
  const contents = await driver.readFile(path, { wholeUpTo: Number.MAX_SAFE_INTEGER });
  if (contents.kind === 'whole') return Buffer.from(contents.bytes).toString('utf8');
  await contents.file.close();
  throw new Error(`${path} was not read whole`);
}

function requirePath(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}
