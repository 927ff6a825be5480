import type { Entry } from '#contract/files.ts';

/** The ways in which the page shows a file itself. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'pdf' | 'markdown' | 'text';

const KIND_OF_TYPE: Readonly<Partial<Record<Entry['type'], PreviewKind>>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'pdf',
  text: 'text',
  textImmutable: 'text',
};

/** How a file is shown; undefined for what is only told of and downloaded. */
export function previewKindOf({
  isDir,
  type,
  name,
}: Pick<Entry, 'isDir' | 'type' | 'name'>): PreviewKind | undefined {
  if (isDir) return undefined;
  const kind = KIND_OF_TYPE[type];
  return kind === 'text' && /\.(?:md|markdown)$/i.test(name) ? 'markdown' : kind;
}

/** Those that are looked at or listened to one after the other. */
const SERIES: readonly (readonly PreviewKind[])[] = [['image', 'video'], ['audio']];

/** The files of a folder that belong to the same series as one of them, in their order; itself alone where it has none. */
export function seriesOf(files: readonly Entry[], file: Entry): readonly Entry[] {
  const kind = previewKindOf(file);
  const series = SERIES.find((kinds) => kinds.some((one) => one === kind));
  if (!series) return [file];
  return files.filter((other) => series.some((one) => one === previewKindOf(other)));
}
