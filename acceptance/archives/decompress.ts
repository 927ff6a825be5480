import { spawnSync } from 'node:child_process';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unframeSnappy } from './unframe-snappy.ts';

const MAX_BYTES = 1 << 30;

/** Decompression functions by the names that the recordings use; they run an independent program where one exists. */
const DECOMPRESSIONS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  none: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  brotli: (bytes) => brotliDecompressSync(bytes),
  snappy: unframeSnappy,
  bzip2: (bytes) => through('bzip2', bytes),
  xz: (bytes) => through('xz', bytes),
  lz4: (bytes) => through('lz4', bytes),
  zstd: (bytes) => through('zstd', bytes),
};

export function decompress(compression: string, bytes: Buffer): Buffer {
  const run = DECOMPRESSIONS[compression];
  if (run === undefined) throw new Error(`unknown compression ${compression}`);
  return run(bytes);
}

/** Decompresses with a program. A missing program fails the test: `npm test` installs it, or reports that it could not. */
function through(program: string, input: Buffer): Buffer {
  const { status, stdout, error, stderr } = spawnSync(program, ['-dc'], {
    input,
    maxBuffer: MAX_BYTES,
  });
  if (error) throw new Error(`${program} cannot be run`, { cause: error });
  if (status !== 0) throw new Error(`${program} failed: ${stderr.toString()}`);
  return stdout;
}
