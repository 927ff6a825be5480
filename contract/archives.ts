import { z } from 'zod';
import { encodePath } from './paths.ts';

/** The archives the server writes, by their name on the wire. */
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

/** The whole of a folder as an archive. */
export function folderArchiveUrl(folder: string, format: ArchiveFormat): string {
  return `/api/raw${encodePath(folder)}?algo=${format}`;
}

/**
 * A selection may be too long for an address: POST it here as a `Selection` and get a `SelectionReply`, whose id stands
 * for it for some minutes.
 */
export const SELECTIONS_URL = '/api/selections';

export const Selection = z.object({
  folder: z.string(),
  /** Of entries in the folder, or the ways to deeper ones: `docs/a.txt`. */
  names: z.array(z.string()).readonly(),
});
export type Selection = Readonly<z.infer<typeof Selection>>;

export const SelectionReply = z.object({ id: z.string() });
export type SelectionReply = Readonly<z.infer<typeof SelectionReply>>;

export function selectionArchiveUrl(folder: string, id: string, format: ArchiveFormat): string {
  return `/api/raw${encodePath(folder)}?selection=${encodeURIComponent(id)}&algo=${format}`;
}
