import { childPath, type TreePath } from '#contract/paths.ts';
import type { Name } from '../descriptors.ts';
import { lstatAt } from '../descriptors.ts';
import { nameText, readFolderSync } from '../read-folder.ts';
import { withFolderAt } from '../walk.ts';
import { extensionOf } from '../../../file-types/extensions.ts';
import type { SeenFolder } from './visible-folder.ts';
import { decideVisibility } from '../../../policy/visibility.ts';

const SUBTITLE = /\.(?:vtt|srt|ass|ssa)$/i;
const SUBTITLE_FOLDER = /^(?:subs|subtitles)$/i;

/** Finds the subtitles for a video (compatibility.md 3.6), as paths that the viewer sees. */
export type SubtitleFinder = (videoName: string) => string[];

interface Candidate {
  /** The text with which the video's name must begin; undefined if the file belongs to every video. */
  readonly matching: string | undefined;
  readonly path: string;
}

/** Creates a finder. `names`: all names in the folder, in the order of the file system. */
export function subtitleFinder(folder: SeenFolder, names: readonly Name[]): SubtitleFinder {
  let candidates: readonly Candidate[] | undefined;
  return (videoName) => {
    candidates ??= names.flatMap((name) => candidatesOf(folder, nameText(name)));
    const stem = videoName.slice(0, videoName.length - extensionOf(videoName).length);
    return candidates
      .filter(({ matching }) => matching === undefined || matching.startsWith(stem))
      .map(({ path }) => path);
  };
}

/** Returns true for names that may matter to a video, for a worker that reads only a part of the folder. */
export function isSubtitleCompanion(name: string): boolean {
  return SUBTITLE.test(name) || SUBTITLE_FOLDER.test(name);
}

function candidatesOf(folder: SeenFolder, name: string): Candidate[] {
  if (SUBTITLE_FOLDER.test(name) && isFolderAt(folder.task.fd, name)) {
    return insideSubtitleFolder(folder, name);
  }
  return SUBTITLE.test(name) ? [{ matching: name, path: `${folder.base}${name}` }] : [];
}

function insideSubtitleFolder(folder: SeenFolder, name: string): Candidate[] {
  const children = childrenOf(folder, childPath(folder.task.place, name));
  return children.flatMap((child): Candidate[] => {
    const path = `${folder.base}${name}/${child.name}`;
    if (child.isFolder) return insideVideoFolder(folder, child, path);
    return SUBTITLE.test(child.name) ? [{ matching: undefined, path }] : [];
  });
}

/** Finds `Subs/Movie/2_English.srt`, in a folder with the name of the video. */
function insideVideoFolder(folder: SeenFolder, videoFolder: Child, path: string): Candidate[] {
  return childrenOf(folder, videoFolder.place)
    .filter((child) => !child.isFolder && SUBTITLE.test(child.name))
    .map((child) => ({ matching: videoFolder.name, path: `${path}/${child.name}` }));
}

interface Child {
  readonly name: string;
  readonly isFolder: boolean;
  readonly place: TreePath | undefined;
}

/** Returns the visible entries of a folder; none if it cannot be read. */
function childrenOf({ task, visibility }: SeenFolder, place: TreePath | undefined): Child[] {
  if (place === undefined) return [];
  try {
    return withFolderAt(task.root, place, (fd) =>
      readFolderSync(fd)
        .map((name) => ({
          name: nameText(name),
          isFolder: isFolderAt(fd, name),
          place: childPath(place, nameText(name)),
        }))
        .filter(
          (child) =>
            child.place !== undefined && decideVisibility(visibility, child.place) === 'allowed',
        ),
    );
  } catch {
    return [];
  }
}

function isFolderAt(fd: number, name: Name): boolean {
  return lstatAt(fd, name)?.isDirectory() ?? false;
}
