import type { ArchiveLength, ArchiveWriter } from './member.ts';
import { TarLength } from './tar/tar-length.ts';
import { TarWriter } from './tar/tar-writer.ts';
import { ZipLength } from './zip/zip-length.ts';
import { ZipWriter } from './zip/zip-writer.ts';

export type ArchiveFormat = 'zip' | 'tar';

export const FORMATS: Readonly<
  Record<
    ArchiveFormat,
    { readonly writer: () => ArchiveWriter; readonly length: () => ArchiveLength }
  >
> = {
  zip: { writer: () => new ZipWriter(), length: () => new ZipLength() },
  tar: { writer: () => new TarWriter(), length: () => new TarLength() },
};
