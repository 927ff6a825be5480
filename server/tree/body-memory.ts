import type { Readable } from 'node:stream';
import { ByteBudget } from '../lib/byte-budget.ts';
import { type ReadBytes, readBytes } from '../lib/read-bytes.ts';

const MIB = 1024 * 1024;

/**
 * Memory for request bodies that are being written. When it is used up, bodies are written in small pieces, and
 * clients wait.
 */
export const bodyMemory = new ByteBudget({ total: 96 * MIB, perAccount: 24 * MIB });

/** Reads a small body into memory, of which the whole announced length is reserved from the beginning. */
export async function readSmallBody(
  body: Readable,
  account: string,
  announcedBytes: number,
): Promise<ReadBytes> {
  bodyMemory.count(account, announcedBytes);
  try {
    return await readBytes(body, announcedBytes);
  } finally {
    bodyMemory.count(account, -announcedBytes);
  }
}
