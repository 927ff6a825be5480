import * as zlib from 'node:zlib';
import type { Codec } from '../codec.ts';
import { ownCopy } from './own-copy.ts';

const LEVEL = 3;

/** Part of `node:zlib` since Node 22.15. The types of older versions lack it. */
interface ZlibWithZstd {
  readonly zstdCompressSync: (
    bytes: Uint8Array,
    options: { readonly params: Readonly<Record<number, number>> },
  ) => Uint8Array;
  readonly constants: { readonly ZSTD_c_compressionLevel: number };
}

export async function openZstd(): Promise<Codec> {
  return nativeZstd() ?? (await wasmZstd());
}

function nativeZstd(): Codec | undefined {
  if (!('zstdCompressSync' in zlib)) return undefined;
  // Safe: where the function exists, it has the documented signature.
  const { zstdCompressSync, constants } = zlib as unknown as ZlibWithZstd;
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return (block) => ownCopy(zstdCompressSync(block, { params }));
}

async function wasmZstd(): Promise<Codec> {
  const { compress, init } = await import('@bokuweb/zstd-wasm');
  await init();
  // Safe, because the library returns a copy, not a view of its own memory.
  return (block) => compress(block, LEVEL) as Uint8Array<ArrayBuffer>;
}
