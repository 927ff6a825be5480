import open from 'libbzip2-wasm';
import type { Codec } from '../codec.ts';
import { ownCopy } from './own-copy.ts';

const LEVEL = 9;
const DEFAULT_WORK_FACTOR = 0;

/** Loads the WebAssembly module. Each block becomes a complete bzip2 stream. */
export async function openBzip2(): Promise<Codec> {
  // Resolved inside an object: the module has a `then` that resolves with the module again, so a promise of it would never settle.
  const { bzip2 } = await new Promise<{ bzip2: ReturnType<typeof open> }>((resolve) => {
    const bzip2 = open({ onRuntimeInitialized: () => setImmediate(() => resolve({ bzip2 })) });
  });
  return (block) => {
    const compressed = bzip2.compressBZ2(block, LEVEL, DEFAULT_WORK_FACTOR);
    try {
      if (compressed.error !== 0) throw new Error(`bzip2 failed: ${compressed.error_msg}`);
      return ownCopy(compressed.output);
    } finally {
      compressed.delete();
    }
  };
}
