import type { TreePath } from '#contract/paths.ts';
import { childPath } from '#contract/paths.ts';
import {
  type SubtitleChild,
  type SubtitleFinder,
  subtitleFinder,
} from '../../replies/subtitles.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { lstatAt } from '../descriptors.ts';
import { readFolderSync } from '../read-folder.ts';
import { withFolderAt } from '../walk.ts';
import { decideVisibility } from '../../../policy/visibility.ts';
import type { OpenSeenFolder } from './folder-task.ts';

/** Creates a finder for an open folder. `names`: all names in the folder, in the order of the file system. */
export function localSubtitles(folder: OpenSeenFolder, names: readonly Name[]): SubtitleFinder {
  return subtitleFinder(folder.base, names.map(nameText), {
    isFolder: (name) => isFolderAt(folder.task.fd, name),
    childrenOf: (...below) => childrenOf(folder, descendantPath(folder.task.resolvedPath, below)),
  });
}

/** Returns undefined if the path is too long. */
function descendantPath(resolvedPath: TreePath, names: readonly string[]): TreePath | undefined {
  return names.reduce<TreePath | undefined>(
    (path, name) => path && childPath(path, name),
    resolvedPath,
  );
}

/** Returns the visible entries of a folder; none if it cannot be read. */
function childrenOf(
  { task, visibility }: OpenSeenFolder,
  resolvedPath: TreePath | undefined,
): SubtitleChild[] {
  if (resolvedPath === undefined) return [];
  try {
    return withFolderAt(task.root, resolvedPath, (fd) =>
      readFolderSync(fd)
        .map((name) => ({ name: nameText(name), isFolder: isFolderAt(fd, name) }))
        .filter(({ name }) => {
          const path = childPath(resolvedPath, name);
          return path !== undefined && decideVisibility(visibility, path) === 'allowed';
        }),
    );
  } catch {
    return [];
  }
}

function isFolderAt(fd: number, name: Name): boolean {
  return lstatAt(fd, name)?.isDirectory() ?? false;
}
