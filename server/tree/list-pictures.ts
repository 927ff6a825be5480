import { type FolderPicture, MAX_FOLDER_PICTURES } from '#contract/folder-pictures.ts';
import type { Entry, Sorting } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { openEntry } from './list-folder.ts';
import type { Tree } from './tree.ts';
import { mustBeFolder } from './tree-errors.ts';

/** Ascending: names are sorted the other way round (compatibility.md 3.7). */
const BY_NAME: Sorting = { by: 'name', asc: false };

/**
 * Returns the first images and videos directly in a folder. Returns none of a large folder, because reading all of it for some pictures
 * would take as long as a listing.
 *
 * @throws {AppError} `invalid-request` if the path is not a folder
 */
export async function listPictures(
  tree: Tree,
  actor: Actor,
  path: TreePath,
): Promise<FolderPicture[]> {
  const { entry, opened } = await openEntry(tree, actor, path);
  if (opened === undefined) throw mustBeFolder();
  try {
    const query = { path, resolvedPath: entry.resolvedPath, view: actor.view, sniff: false };
    const groups = await opened.list(query, {
      sorting: BY_NAME,
      isLarge: false,
      whenLarge: () => Promise.resolve([]),
    });
    const rows = groups.flatMap(({ others }) => picturesOf(new TextDecoder().decode(others)));
    return rows.slice(0, MAX_FOLDER_PICTURES);
  } finally {
    await opened.close();
  }
}

/** Separates rows. Names cannot contain it, because their quotation marks are escaped. */
const BETWEEN_ROWS = '},{"';

/** Returns the first images and videos among rows, without parsing the thousands that may precede them. */
function picturesOf(rows: string): FolderPicture[] {
  const pictures: FolderPicture[] = [];
  for (const { 1: type, index } of rows.matchAll(/"type":"(image|video)"/g)) {
    const before = rows.lastIndexOf(BETWEEN_ROWS, index);
    const after = rows.indexOf(BETWEEN_ROWS, index);
    const row = rows.slice(before === -1 ? 0 : before + 2, after === -1 ? undefined : after + 1);
    const { path, modified } = JSON.parse(row) as Entry;
    pictures.push({ path, modified, type: type === 'video' ? 'video' : 'image' });
    if (pictures.length === MAX_FOLDER_PICTURES) break;
  }
  return pictures;
}
