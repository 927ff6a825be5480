import { xzSync } from 'node-liblzma';
import { ownCopy } from './own-copy.ts';

const PRESET = 1;

/** Compresses a block to a complete stream, to which further streams can be appended. */
export function compressXz(block: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return ownCopy(xzSync(Buffer.from(block.buffer), { preset: PRESET, threads: 1 }));
}
