import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { PictureSize } from '#contract/picture-sizes.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { extensionOf, mediaClassOf } from '../../file-types/extensions.ts';
import { previewKey } from '../../images/previews.ts';
import { readResolution } from '../../images/picture-resolution.ts';
import { LruMap } from '../../lib/lru-map.ts';
import { authorizeEntry } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';

/** Enough for some large folders of photos; each takes about 150 bytes. */
const MAX_CACHED = 20_000;
/** Number of files that one call reads at the same time. */
const MAX_AT_ONCE = 4;

/** Sizes of images by the version of the file, so that a folder that is opened again is not read again. */
export class PictureSizesCache {
  readonly #sizes = new LruMap<string, PictureSize>(MAX_CACHED);

  /**
   * Reads the size of each named image in a folder from its header. Null for files that are no images, that the actor may not download,
   * and that cannot be read.
   */
  async sizesOf(
    tree: Tree,
    actor: Actor,
    { folder, names, signal }: { folder: TreePath; names: readonly string[]; signal: AbortSignal },
  ): Promise<(PictureSize | null)[]> {
    const sizes: (PictureSize | null)[] = names.map(() => null);
    let next = 0;
    const readRest = async (): Promise<void> => {
      while (next < names.length) {
        signal.throwIfAborted();
        const index = next;
        next += 1;
        const name = names[index] ?? '';
        const size = await this.#sizeOf(tree, actor, folder, name).catch(nothingIfRefused);
        sizes[index] = size ?? null;
      }
    };
    await Promise.all(Array.from({ length: MAX_AT_ONCE }, readRest));
    return sizes;
  }

  async #sizeOf(
    tree: Tree,
    actor: Actor,
    folder: TreePath,
    name: string,
  ): Promise<PictureSize | undefined> {
    const path = name.includes('/') ? undefined : parseTreePath(`${folder}/${name}`);
    const media = mediaClassOf(extensionOf(name));
    if (path === undefined || (media !== undefined && media !== 'image')) return undefined;
    const entry = await authorizeEntry(tree, actor, 'download', path);
    if (entry.stat.kind !== 'file') return undefined;
    const key = previewKey(entry.stat, 'tile');
    const known = this.#sizes.get(key);
    if (known !== undefined) return known;
    const resolution = await readResolution(tree.driver, actor, entry);
    if (resolution === undefined) return undefined;
    const size: PictureSize = [resolution.width, resolution.height];
    this.#sizes.set(key, size);
    return size;
  }
}

function nothingIfRefused(error: unknown): undefined {
  if (error instanceof AppError) return undefined;
  throw error;
}
