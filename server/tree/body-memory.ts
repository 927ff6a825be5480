import type { Readable } from 'node:stream';
import { ByteBudget } from '../lib/byte-budget.ts';
import { type ReadBytes, readBytes } from '../lib/read-bytes.ts';

const MIB = 1024 * 1024;

/** What bodies on their way to the disk hold in memory. Beyond it they are written in small pieces, and their senders wait. */
export const bodyMemory = new ByteBudget({ total: 96 * MIB, perAccount: 24 * MIB });

/** Collects a small body in memory, counted from the beginning with all the bytes that were announced. */
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
