import { providePrograms } from './debian-programs.mjs';

/** By program: the Debian package that brings it. */
const PACKAGES = {
  unzip: 'unzip',
  bsdtar: 'libarchive-tools',
  '7z': 'p7zip-full',
  bzip2: 'bzip2',
  xz: 'xz-utils',
  lz4: 'lz4',
  brotli: 'brotli',
  zstd: 'zstd',
  curl: 'curl',
};

/** Programs that fetch and unpack what the server sends; the names of those that are missing. */
export function provideArchiveTools() {
  return providePrograms(PACKAGES, 'the tests of archives and downloads');
}
