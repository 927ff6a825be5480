import { extensionOf } from '../../file-types/extensions.ts';

const SUBTITLE = /\.(?:vtt|srt|ass|ssa)$/i;
const SUBTITLE_FOLDER = /^(?:subs|subtitles)$/i;

/** Finds the subtitles for a video (compatibility.md 3.6), as paths that the viewer sees. */
export type SubtitleFinder = (videoName: string) => string[];

export interface SubtitleChild {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Reads folders that may hold subtitles, by their names below the listed folder. */
export interface SubtitleSource {
  isFolder(name: string): boolean;
  /** Returns the visible entries of a folder; none if it cannot be read. */
  childrenOf(...names: readonly string[]): readonly SubtitleChild[];
}

interface Candidate {
  /** A name that must begin with that of the video (without its extension); undefined if the file belongs to every video. */
  readonly nameToMatch: string | undefined;
  readonly path: string;
}

/** Creates a finder. `names`: all names in the folder. `base`: prefix that makes a name a path. */
export function subtitleFinder(
  base: string,
  names: readonly string[],
  source: SubtitleSource,
): SubtitleFinder {
  let candidates: readonly Candidate[] | undefined;
  return (videoName) => {
    candidates ??= names.flatMap((name) => candidatesOf(base, name, source));
    const stem = videoName.slice(0, videoName.length - extensionOf(videoName).length);
    return candidates
      .filter(({ nameToMatch }) => nameToMatch === undefined || nameToMatch.startsWith(stem))
      .map(({ path }) => path);
  };
}

/** Returns true for names of subtitles and of subtitle folders. A thread that gets only a part of a folder also gets all of these. */
export function isSubtitleCompanion(name: string): boolean {
  return SUBTITLE.test(name) || SUBTITLE_FOLDER.test(name);
}

export function isSubtitleFolder(name: string): boolean {
  return SUBTITLE_FOLDER.test(name);
}

function candidatesOf(base: string, name: string, source: SubtitleSource): Candidate[] {
  if (SUBTITLE_FOLDER.test(name) && source.isFolder(name)) {
    return insideSubtitleFolder(base, name, source);
  }
  return SUBTITLE.test(name) ? [{ nameToMatch: name, path: `${base}${name}` }] : [];
}

function insideSubtitleFolder(base: string, name: string, source: SubtitleSource): Candidate[] {
  return source.childrenOf(name).flatMap((child): Candidate[] => {
    const path = `${base}${name}/${child.name}`;
    if (child.isFolder)
      return insideVideoFolder(path, child.name, source.childrenOf(name, child.name));
    return SUBTITLE.test(child.name) ? [{ nameToMatch: undefined, path }] : [];
  });
}

/** Finds files such as `Subs/Movie/2_English.srt`, in a folder with the name of the video. */
function insideVideoFolder(
  path: string,
  folderName: string,
  children: readonly SubtitleChild[],
): Candidate[] {
  return children
    .filter((child) => !child.isFolder && SUBTITLE.test(child.name))
    .map((child) => ({ nameToMatch: folderName, path: `${path}/${child.name}` }));
}
