import type { Entry } from '#contract/files.ts';

/** Kinds of previews. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'text';

const KIND_OF_TYPE: Readonly<Partial<Record<Entry['type'], PreviewKind>>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'pdf',
  text: 'text',
  textImmutable: 'text',
};

/** Returns the kind of preview; undefined for files that can only be downloaded. */
export function previewKindOf({
  isDir,
  type,
  name,
}: Pick<Entry, 'isDir' | 'type' | 'name'>): PreviewKind | undefined {
  if (isDir) return undefined;
  const kind = KIND_OF_TYPE[type];
  return kind === 'text' && /\.(?:md|markdown)$/i.test(name) ? 'markdown' : kind;
}

/** Kinds that are viewed one after another. */
const SERIES: readonly (readonly PreviewKind[])[] = [['image', 'video'], ['audio']];

/** Returns the files of a folder in the same series as a file, in order; only the file itself if it has no series. */
export function seriesOf(files: readonly Entry[], file: Entry): readonly Entry[] {
  const kind = previewKindOf(file);
  const series = SERIES.find((kinds) => kinds.some((one) => one === kind));
  if (!series) return [file];
  return files.filter((other) => series.some((one) => one === previewKindOf(other)));
}
