import type { Entry } from '#contract/files.ts';
import { isWithin, nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import { extensionOf } from '../../file-types/extensions.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import { wireMode } from '../../lib/file-mode.ts';
import { rfc3339 } from '../../lib/rfc3339.ts';
import type { UserItem } from '../../metadata/user-items.ts';
import { authorizeEntry } from '../../tree/authorize.ts';
import { describeFile } from '../../tree/describe-file.ts';
import type { Tree } from '../../tree/tree.ts';

/** Number of items that are looked up at once. */
const LOOKED_UP_AT_ONCE = 16;

/** Describes the items that still exist and that the actor may see, in their order. Others are left out. */
export async function describeItems<Item extends UserItem>(
  tree: Tree,
  actor: Actor,
  items: readonly Item[],
): Promise<{ item: Item; entry: Entry }[]> {
  const described = await mapLimited(items, LOOKED_UP_AT_ONCE, async (item) => {
    const entry = await describeItem(tree, actor, item.path);
    return entry && { item, entry };
  });
  return described.filter((one) => one !== undefined);
}

async function describeItem(tree: Tree, actor: Actor, path: TreePath): Promise<Entry | undefined> {
  // Outside the scope, for example after the scope of the user has changed.
  if (!isWithin(actor.root, path)) return undefined;
  try {
    const found = await authorizeEntry(tree, actor, 'see', path);
    const shownPath = toActorPath(actor, path);
    if (found.stat.kind !== 'folder') {
      return await describeFile(tree, actor, found, { echoedPath: shownPath, withText: false });
    }
    const shown = found.symlink ?? found.stat;
    return {
      path: shownPath,
      name: nameOf(shownPath),
      size: found.stat.size,
      extension: extensionOf(nameOf(path)),
      modified: rfc3339(shown.modifiedNs),
      mode: wireMode(shown.mode),
      isDir: true,
      isSymlink: found.symlink !== undefined,
      type: '',
    };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
