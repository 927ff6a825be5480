import type { Numbers } from './byte-order.ts';

export const PAGE_HEADER_BYTES = 16;

const BRANCH = 1;
const LEAF = 2;

/** Header of a page. */
export interface PageHeader {
  readonly id: bigint;
  /** Undefined for pages that are not part of a tree. */
  readonly kind: 'branch' | 'leaf' | undefined;
  /** Number of elements. */
  readonly count: number;
  /** Number of further pages that it spans. */
  readonly overflow: number;
}

/** Reads the header from the first 16 of `bytes`. */
export function readPageHeader(numbers: Numbers, bytes: Buffer): PageHeader {
  const flags = numbers.u16(bytes, 8);
  return {
    id: numbers.u64(bytes, 0),
    kind: flags === BRANCH ? 'branch' : flags === LEAF ? 'leaf' : undefined,
    count: numbers.u16(bytes, 10),
    overflow: numbers.u32(bytes, 12),
  };
}
