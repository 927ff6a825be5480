import { childPath, prefixed, ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from '../driver.ts';
import type { ManifestFiles } from './manifest-files.ts';
import { ignoreTaken, noneIfMissing } from './stored-tree.ts';

/** Folder of the manifests in the folder of the store. */
const MANIFESTS_FOLDER = 'manifests';
/** Maximum size of a file. Bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

const MANIFESTS = prefixed(ROOT, `/${MANIFESTS_FOLDER}` as TreePath);

/** Stores manifests as files of a folder of this machine. */
export class LocalManifestFiles implements ManifestFiles {
  readonly #driver: StorageDriver;

  constructor(driver: StorageDriver) {
    this.#driver = driver;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    await this.#driver.makeFolder(ROOT, MANIFESTS_FOLDER).catch(ignoreTaken);
    await this.#driver.writeFile(MANIFESTS, name, bytes, { replace: true });
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    const path = childPath(MANIFESTS, name);
    if (path === undefined) return undefined;
    const contents = await this.#driver
      .readFile(path, { wholeUpTo: MAX_BYTES })
      .catch(noneIfMissing);
    if (contents?.kind === 'whole') return contents.bytes;
    await contents?.file.close();
    return undefined;
  }

  async list(signal: AbortSignal): Promise<string[]> {
    const names: string[] = [];
    try {
      for await (const { name, kind } of this.#driver.list(MANIFESTS, signal)) {
        if (kind === 'file') names.push(name);
      }
    } catch (error) {
      noneIfMissing(error);
    }
    return names;
  }

  async remove(name: string): Promise<void> {
    await this.#driver.remove(MANIFESTS, name).catch(noneIfMissing);
  }
}
