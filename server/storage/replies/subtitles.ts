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
  /** The text with which the video's name must begin; undefined if the file belongs to every video. */
  readonly matching: string | undefined;
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
      .filter(({ matching }) => matching === undefined || matching.startsWith(stem))
      .map(({ path }) => path);
  };
}

/** Returns true for names that may matter to a video, for a worker that reads only a part of the folder. */
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
  return SUBTITLE.test(name) ? [{ matching: name, path: `${base}${name}` }] : [];
}

function insideSubtitleFolder(base: string, name: string, source: SubtitleSource): Candidate[] {
  return source.childrenOf(name).flatMap((child): Candidate[] => {
    const path = `${base}${name}/${child.name}`;
    if (child.isFolder)
      return insideVideoFolder(path, child.name, source.childrenOf(name, child.name));
    return SUBTITLE.test(child.name) ? [{ matching: undefined, path }] : [];
  });
}

/** Finds `Subs/Movie/2_English.srt`, in a folder with the name of the video. */
function insideVideoFolder(
  path: string,
  matching: string,
  children: readonly SubtitleChild[],
): Candidate[] {
  return children
    .filter((child) => !child.isFolder && SUBTITLE.test(child.name))
    .map((child) => ({ matching, path: `${path}/${child.name}` }));
}
