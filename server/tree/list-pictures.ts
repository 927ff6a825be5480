import { type FolderPicture, MAX_FOLDER_PICTURES } from '#contract/folder-pictures.ts';
import type { Entry, Sorting } from '#contract/files.ts';
import { childPath, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { openEntry } from './list-folder.ts';
import type { Tree } from './tree.ts';
import { mustBeFolder } from './tree-errors.ts';

/** Ascending: names are sorted the other way round (compatibility.md 3.7). */
const BY_NAME: Sorting = { by: 'name', asc: false };

/** Number of subfolders that are read for a folder without pictures of its own, such as one of albums. */
const MAX_SUBFOLDERS = 3;

/**
 * Returns the first images and videos directly in a folder; if it has none, those of the first of its subfolders that has some. Returns none of
 * a large folder, because reading all of it for some pictures would take as long as a listing.
 *
 * @throws {AppError} `invalid-request` if the path is not a folder
 */
export async function listPictures(
  tree: Tree,
  actor: Actor,
  path: TreePath,
): Promise<FolderPicture[]> {
  const { pictures, subfolders } = await readPictures(tree, actor, path);
  if (pictures.length > 0) return pictures;
  for (const subfolder of subfolders) {
    const below = await picturesIn(tree, actor, subfolder);
    if (below.length > 0) return below;
  }
  return [];
}

/** Returns the pictures directly in a subfolder; none if it is refused, or gone meanwhile. */
async function picturesIn(tree: Tree, actor: Actor, path: TreePath): Promise<FolderPicture[]> {
  try {
    return (await readPictures(tree, actor, path)).pictures;
  } catch (reason) {
    if (reason instanceof AppError) return [];
    throw reason;
  }
}

interface FolderContents {
  readonly pictures: FolderPicture[];
  /** The first subfolders by name. */
  readonly subfolders: TreePath[];
}

async function readPictures(tree: Tree, actor: Actor, path: TreePath): Promise<FolderContents> {
  const { entry, opened } = await openEntry(tree, actor, path);
  if (opened === undefined) throw mustBeFolder();
  try {
    const query = { path, resolvedPath: entry.resolvedPath, view: actor.view, sniff: false };
    const groups = await opened.list(query, {
      sorting: BY_NAME,
      isLarge: false,
      whenLarge: () => Promise.resolve([]),
    });
    const texts = (rows: 'folders' | 'others') =>
      groups.map((group) => new TextDecoder().decode(group[rows]));
    const pictures = texts('others').flatMap((rows) =>
      rowsWith(PICTURE, rows, MAX_FOLDER_PICTURES),
    );
    const folders = texts('folders').flatMap((rows) => rowsWith(FOLDER, rows, MAX_SUBFOLDERS));
    return {
      pictures: pictures.slice(0, MAX_FOLDER_PICTURES).map(pictureOf),
      subfolders: folders
        .slice(0, MAX_SUBFOLDERS)
        .map(({ name }) => childPath(path, name))
        .filter((one) => one !== undefined),
    };
  } finally {
    await opened.close();
  }
}

function pictureOf({ path, modified, type }: Entry): FolderPicture {
  return { path, modified, type: type === 'video' ? 'video' : 'image' };
}

/** Separates rows. Names cannot contain it, because their quotation marks are escaped. */
const BETWEEN_ROWS = '},{"';
const PICTURE = /"type":"(?:image|video)"/g;
const FOLDER = /"isDir":true/g;

/** Returns the first rows that match, without parsing the thousands that may precede them. */
function rowsWith(pattern: RegExp, rows: string, most: number): Entry[] {
  const found: Entry[] = [];
  for (const { index } of rows.matchAll(pattern)) {
    const before = rows.lastIndexOf(BETWEEN_ROWS, index);
    const after = rows.indexOf(BETWEEN_ROWS, index);
    const row = rows.slice(before === -1 ? 0 : before + 2, after === -1 ? undefined : after + 1);
    found.push(JSON.parse(row) as Entry);
    if (found.length === most) break;
  }
  return found;
}
