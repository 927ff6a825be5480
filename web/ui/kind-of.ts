import type { Entry } from '#contract/files.ts';

/** Kinds of entries as users distinguish them. Each has an icon and a name. */
export const KINDS = [
  'folder',
  'image',
  'video',
  'audio',
  'pdf',
  'document',
  'slides',
  'text',
  'markdown',
  'code',
  'archive',
  'sheet',
  'disk',
  'program',
  'font',
  'broken',
  'unknown',
] as const;
export type Kind = (typeof KINDS)[number];

const EXTENSIONS: Readonly<Partial<Record<Kind, string>>> = {
  image: 'avif bmp gif heic heif ico jfif jpeg jpg jxl png psd raw svg tif tiff webp xcf',
  video: '3gp avi flv m2ts m4v mkv mov mp4 mpeg mpg mts ogv webm wmv',
  audio: 'aac aiff alac flac m4a mid midi mp3 oga ogg opus wav wma',
  pdf: 'pdf',
  document: 'azw3 doc docm docx dotx epub fb2 hwp mobi odt ott pages rtf wpd',
  slides: 'key odp pot potx pps ppsx ppt pptm pptx',
  text: 'log srt tex txt vtt',
  markdown: 'markdown md mdown mdx',
  code:
    'bash bat c cc cfg clj conf cpp cs css dart diff elm env erl ex fish go graphql h hpp hs html htm ini ipynb ' +
    'java jl js json jsonc jsx kt less lua m make mjs mm nix patch php pl proto ps1 py r rb rs sass scala scss sh ' +
    'sql svelte swift tf toml ts tsx vb vue wasm xml yaml yml zig zsh',
  archive: '7z ar br bz2 cab deb gz jar lz lz4 lzma rar rpm sz tar tbz2 tgz txz xz z zip zst',
  sheet: 'csv numbers ods parquet tsv xls xlsb xlsm xlsx',
  disk: 'dmg img iso qcow2 vdi vhd vhdx vmdk',
  program: 'apk app appimage appx com dll dylib exe flatpak msi msix run scr snap so',
  font: 'eot otf ttc ttf woff woff2',
};

const KIND_OF_EXTENSION: ReadonlyMap<string, Kind> = new Map(
  KINDS.flatMap((kind) =>
    (EXTENSIONS[kind] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((extension): [string, Kind] => [extension, kind]),
  ),
);

const KIND_OF_TYPE: Readonly<Record<Entry['type'], Kind>> = {
  '': 'folder',
  text: 'text',
  textImmutable: 'text',
  image: 'image',
  audio: 'audio',
  video: 'video',
  pdf: 'pdf',
  blob: 'unknown',
  invalid_link: 'broken',
};

/**
 * Checks the extension first, because the server's types do not distinguish code, spreadsheets and archives, and some
 * systems classify `.ts` as video.
 */
export function kindOf({
  isDir,
  type,
  extension,
}: Pick<Entry, 'isDir' | 'type' | 'extension'>): Kind {
  if (type === 'invalid_link') return 'broken';
  if (isDir) return 'folder';
  return KIND_OF_EXTENSION.get(extension.slice(1).toLowerCase()) ?? KIND_OF_TYPE[type];
}

/** Returns the kind of a file known only by name. */
export function kindOfName(name: string): Kind {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  return kindOf({ isDir: false, type: 'blob', extension });
}
