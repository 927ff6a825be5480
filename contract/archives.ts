import { z } from 'zod';
import { encodePath } from './paths.ts';

/** Archive formats that the server writes, by their names in the API. */
export const ARCHIVE_FORMATS = [
  'zip',
  'tar',
  'targz',
  'tarbz2',
  'tarxz',
  'tarlz4',
  'tarsz',
  'tarbr',
  'tarzst',
] as const;
export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

export const ARCHIVE_EXTENSION: Readonly<Record<ArchiveFormat, string>> = {
  zip: '.zip',
  tar: '.tar',
  targz: '.tar.gz',
  tarbz2: '.tar.bz2',
  tarxz: '.tar.xz',
  tarlz4: '.tar.lz4',
  tarsz: '.tar.sz',
  tarbr: '.tar.br',
  tarzst: '.tar.zst',
};

/** Address of an archive of a whole folder. */
export function folderArchiveUrl(folder: string, format: ArchiveFormat): string {
  return `/api/raw${encodePath(folder)}?algo=${format}`;
}

/**
 * POST stores a `Selection` that is too long for an address and returns a `SelectionReply`. Its id represents the selection for some
 * minutes.
 */
export const SELECTIONS_URL = '/api/selections';

export const Selection = z.object({
  folder: z.string(),
  /** Names of entries in the folder, or relative paths of deeper ones: `docs/a.txt`. */
  names: z.array(z.string()).readonly(),
});
export type Selection = Readonly<z.infer<typeof Selection>>;

export const SelectionReply = z.object({ id: z.string() });
export type SelectionReply = Readonly<z.infer<typeof SelectionReply>>;

export function selectionArchiveUrl(folder: string, id: string, format: ArchiveFormat): string {
  return `/api/raw${encodePath(folder)}?selection=${encodeURIComponent(id)}&algo=${format}`;
}
