import type { Numbers } from './byte-order.ts';

export const PAGE_HEADER_BYTES = 16;

const BRANCH = 1;
const LEAF = 2;

/** How a page begins. */
export interface PageHeader {
  readonly id: bigint;
  /** Undefined for pages that hold no part of a tree. */
  readonly kind: 'branch' | 'leaf' | undefined;
  /** Of its elements. */
  readonly count: number;
  /** How many further pages it spans. */
  readonly overflow: number;
}

/** From the first 16 of `bytes`. */
export function readPageHeader(numbers: Numbers, bytes: Buffer): PageHeader {
  const flags = numbers.u16(bytes, 8);
  return {
    id: numbers.u64(bytes, 0),
    kind: flags === BRANCH ? 'branch' : flags === LEAF ? 'leaf' : undefined,
    count: numbers.u16(bytes, 10),
    overflow: numbers.u32(bytes, 12),
  };
}
