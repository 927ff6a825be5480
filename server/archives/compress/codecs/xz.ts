import { xzSync } from 'node-liblzma';
import { ownCopy } from './own-copy.ts';

const PRESET = 1;

/** A whole stream, which may follow others. */
export function compressXz(block: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return ownCopy(xzSync(Buffer.from(block.buffer), { preset: PRESET, threads: 1 }));
}
