import open from 'libbzip2-wasm';
import type { Codec } from '../codec.ts';
import { ownCopy } from './own-copy.ts';

const LEVEL = 9;
const DEFAULT_WORK_FACTOR = 0;

export async function openBzip2(): Promise<Codec> {
  // Held in an object: awaiting the module itself, which has a `then` and calls back with itself, never ends.
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
