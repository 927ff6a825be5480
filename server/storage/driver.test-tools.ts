import { childPath, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { ListedEntry, StorageDriver } from './driver.ts';

/** A signal that never aborts. */
export const signal: AbortSignal = new AbortController().signal;

export function at(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export async function listed(driver: StorageDriver, folder: TreePath): Promise<ListedEntry[]> {
  return collect(driver.list(folder, signal));
}

export async function readText(driver: StorageDriver, path: TreePath): Promise<string> {
  const contents = await driver.readFile(path, { wholeUpTo: 65_536 });
  if (contents.kind !== 'whole') throw new Error(`a larger file than expected: ${path}`);
  return Buffer.from(contents.bytes).toString('utf8');
}

/** Removes everything below a folder, so that the next test begins with nothing. */
export async function empty(driver: StorageDriver, folder: TreePath): Promise<void> {
  const remove = async ({ name, kind }: ListedEntry): Promise<void> => {
    if (kind === 'folder') await empty(driver, below(folder, name));
    await driver.remove(folder, name);
  };
  await Promise.all((await listed(driver, folder)).map(remove));
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export function below(folder: TreePath, name: string): TreePath {
  const path = childPath(folder, name);
  if (path === undefined) throw new Error(`bad name in a test: ${name}`);
  return path;
}

export function split(path: string): { folder: TreePath; name: string } {
  const cut = path.lastIndexOf('/');
  return { folder: at(path.slice(0, cut)), name: path.slice(cut + 1) };
}
