import { ARCHIVE_FORMATS, type ArchiveFormat } from '#contract/archives.ts';
import { readStored, writeStored } from '../lib/browser-storage.ts';

const STORAGE_KEY = 'archive-format';

/** Returns the last archive format chosen in this browser. */
export function lastArchiveFormat(): ArchiveFormat {
  const remembered = readStored(STORAGE_KEY);
  return ARCHIVE_FORMATS.find((format) => format === remembered) ?? 'zip';
}

export function rememberArchiveFormat(format: ArchiveFormat): void {
  writeStored(STORAGE_KEY, format);
}
