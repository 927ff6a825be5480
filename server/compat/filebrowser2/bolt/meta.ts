import { BoltError } from './bolt-error.ts';
import { type ByteOrder, Numbers } from './byte-order.ts';
import type { ByteSource } from './byte-source.ts';
import { fnv1a64 } from './checksum.ts';
import { PAGE_HEADER_BYTES } from './page-header.ts';

const MAGIC = 0xed0cdaed;
const VERSION = 2;
const META_BYTES = 64;
/** Offset of the checksum, which covers the bytes before it. */
const CHECKSUM_AT = 56;
/** Limits of the page size in the format. */
const SMALLEST_PAGE = 512;
const LARGEST_PAGE = 16_777_216;

/** Metadata of a file as of its last complete transaction. */
export interface Meta {
  readonly order: ByteOrder;
  readonly pageSize: number;
  readonly rootPage: bigint;
  /** Number of pages. All page numbers are lower. */
  readonly pageCount: number;
  readonly transaction: bigint;
  /** True if the other meta page is invalid because a transaction was interrupted. This is the state before it. */
  readonly isOnlyOne: boolean;
}

type Look =
  | { readonly kind: 'valid'; readonly meta: Omit<Meta, 'isOnlyOne'> }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'unknown-version'; readonly version: number }
  | { readonly kind: 'broken' };

/** Returns the valid meta page of the later transaction. */
export function readMeta(source: ByteSource): Meta {
  const first = look(source, 0);
  const second = first.kind === 'valid' ? look(source, first.meta.pageSize) : findSecond(source);
  const valid = [first, second].filter((each) => each.kind === 'valid').map(({ meta }) => meta);
  const [one, other] = valid;
  if (one === undefined) throw refusal(source, [first, second]);
  if (other === undefined) return { ...one, isOnlyOne: true };
  if (one.order !== other.order || one.pageSize !== other.pageSize) {
    throw new BoltError('damaged', 'the two meta pages of the file contradict each other');
  }
  return { ...(other.transaction > one.transaction ? other : one), isOnlyOne: false };
}

/** Returns true if one of the two meta pages is that of a bolt file, damaged or not. */
export function hasBoltMeta(source: ByteSource): boolean {
  return look(source, 0).kind !== 'foreign' || findSecond(source).kind !== 'foreign';
}

/** Searches for the second meta page. Its position depends on the page size, which only a valid first meta page states. */
function findSecond(source: ByteSource): Look {
  let last: Look = { kind: 'foreign' };
  for (let at = SMALLEST_PAGE; at <= LARGEST_PAGE; at *= 2) {
    const found = look(source, at);
    if (found.kind === 'valid' && found.meta.pageSize === at) return found;
    if (found.kind === 'unknown-version' || found.kind === 'broken') last = found;
  }
  return last;
}

function look(source: ByteSource, at: number): Look {
  if (at + PAGE_HEADER_BYTES + META_BYTES > source.size) return { kind: 'foreign' };
  const bytes = source.read(at + PAGE_HEADER_BYTES, META_BYTES);
  const order = orderOf(bytes);
  if (order === undefined) return { kind: 'foreign' };
  const numbers = new Numbers(order);
  const version = numbers.u32(bytes, 4);
  const pageSize = numbers.u32(bytes, 8);
  const pageCount = numbers.u64(bytes, 40);
  const isWhole = numbers.u64(bytes, CHECKSUM_AT) === fnv1a64(bytes.subarray(0, CHECKSUM_AT));
  if (!isWhole) return { kind: 'broken' };
  if (version !== VERSION) return { kind: 'unknown-version', version };
  if (!isPageSize(pageSize) || pageCount > BigInt(Number.MAX_SAFE_INTEGER))
    return { kind: 'broken' };
  const meta = {
    order,
    pageSize,
    rootPage: numbers.u64(bytes, 16),
    pageCount: Number(pageCount),
    transaction: numbers.u64(bytes, 48),
  };
  return { kind: 'valid', meta };
}

function orderOf(bytes: Buffer): ByteOrder | undefined {
  if (bytes.readUInt32LE(0) === MAGIC) return 'little';
  return bytes.readUInt32BE(0) === MAGIC ? 'big' : undefined;
}

function isPageSize(size: number): boolean {
  return size >= SMALLEST_PAGE && size <= LARGEST_PAGE && Number.isInteger(Math.log2(size));
}

function refusal(source: ByteSource, looks: readonly Look[]): BoltError {
  const strange = looks.find((each) => each.kind === 'unknown-version');
  if (strange !== undefined) {
    return new BoltError(
      'unknown-version',
      `the file has version ${strange.version} of its format; only version ${VERSION} is supported`,
    );
  }
  if (looks.every(({ kind }) => kind === 'foreign')) {
    const what = source.size === 0 ? 'the file is empty' : 'the file is not a bolt database';
    return new BoltError('not-bolt', what);
  }
  return new BoltError(
    'no-valid-meta',
    'both meta pages of the file are damaged, so the rest cannot be found',
  );
}
