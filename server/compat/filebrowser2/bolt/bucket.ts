import { BoltError } from './bolt-error.ts';
import { branchElements, type LeafElement, leafElements } from './elements.ts';
import { PAGE_HEADER_BYTES, readPageHeader } from './page-header.ts';
import type { Pages, TreePage } from './pages.ts';

/** Length of the page number and the sequence, which precede the inline page of a bucket that has only one. */
const BUCKET_HEADER_BYTES = 16;
/** Maximum depth. Each level at least doubles the capacity of a tree. */
const MAX_LEVELS = 64;

/** Entry of a bucket under a key. */
export type BucketEntry =
  | { readonly kind: 'value'; readonly key: Buffer; readonly value: Buffer }
  | { readonly kind: 'bucket'; readonly key: Buffer; readonly bucket: Bucket };

/** A range of keys from `first` to before `end`. */
interface Bounds {
  readonly first: Buffer | undefined;
  readonly end: Buffer | undefined;
}

interface TreeRoot {
  readonly page: bigint;
  /** Description of the element that leads to it, for error messages. */
  readonly origin: string;
}

/** A sorted list of keys, each with a value or a nested bucket. */
export class Bucket {
  readonly #pages: Pages;
  readonly #root: TreeRoot | TreePage;

  constructor(pages: Pages, root: TreeRoot | TreePage) {
    this.#pages = pages;
    this.#root = root;
  }

  /** Yields the entries in the order of their keys, which is checked. */
  *entries(): Generator<BucketEntry> {
    let last: Buffer | undefined;
    for (const { element, origin } of this.#elements()) {
      if (last !== undefined && Buffer.compare(last, element.key) >= 0) {
        throw new BoltError('damaged', `${origin} is not in the order of keys`);
      }
      last = element.key;
      yield this.#entry(element, origin);
    }
  }

  /** Returns undefined if the key does not exist or has a bucket. */
  value(key: string): Buffer | undefined {
    const entry = this.#find(key);
    return entry?.kind === 'value' ? entry.value : undefined;
  }

  /** Returns undefined if the key does not exist or has a value. */
  bucket(key: string): Bucket | undefined {
    const entry = this.#find(key);
    return entry?.kind === 'bucket' ? entry.bucket : undefined;
  }

  #find(key: string): BucketEntry | undefined {
    const wanted = Buffer.from(key);
    for (const entry of this.entries()) {
      const order = Buffer.compare(entry.key, wanted);
      if (order === 0) return entry;
      if (order > 0) return undefined;
    }
    return undefined;
  }

  *#elements(): Generator<FoundElement> {
    const root = this.#root;
    if ('bytes' in root) {
      yield* this.#ofLeaf(root, EVERYTHING);
    } else {
      yield* this.#below(root, EVERYTHING, 1);
    }
  }

  *#below({ page: id, origin }: TreeRoot, bounds: Bounds, level: number): Generator<FoundElement> {
    if (level > MAX_LEVELS) {
      throw new BoltError('too-large', `the pages above page ${id} are more than ${MAX_LEVELS}`);
    }
    const page = this.#pages.read(id, origin);
    if (page.kind === 'leaf') {
      yield* this.#ofLeaf(page, bounds);
      return;
    }
    const branches = branchElements(this.#pages.numbers, page);
    for (const [index, { key, page: child }] of branches.entries()) {
      const below = `element ${index} of ${page.name}`;
      requireWithin(key, bounds, below);
      const end = branches[index + 1]?.key ?? bounds.end;
      yield* this.#below({ page: child, origin: below }, { first: key, end }, level + 1);
    }
  }

  *#ofLeaf(page: TreePage, bounds: Bounds): Generator<FoundElement> {
    for (const [index, element] of leafElements(this.#pages.numbers, page).entries()) {
      const origin = `element ${index} of ${page.name}`;
      requireWithin(element.key, bounds, origin);
      yield { element, origin };
    }
  }

  #entry({ key, value, isBucket }: LeafElement, origin: string): BucketEntry {
    if (!isBucket) return { kind: 'value', key, value };
    return { kind: 'bucket', key, bucket: this.#nested(value, origin) };
  }

  #nested(value: Buffer, origin: string): Bucket {
    if (value.length < BUCKET_HEADER_BYTES) {
      throw new BoltError('damaged', `${origin} is too short for a bucket`);
    }
    const page = this.#pages.numbers.u64(value, 0);
    if (page !== 0n) return new Bucket(this.#pages, { page, origin });
    return new Bucket(this.#pages, this.#inlinePage(value.subarray(BUCKET_HEADER_BYTES), origin));
  }

  #inlinePage(bytes: Buffer, origin: string): TreePage {
    if (bytes.length < PAGE_HEADER_BYTES) {
      throw new BoltError('damaged', `the bucket in ${origin} has no page`);
    }
    const { kind, count, overflow } = readPageHeader(this.#pages.numbers, bytes);
    // Bolt gives a bucket with nested buckets a page of its own, so inline buckets cannot be nested without end.
    const isNested = 'bytes' in this.#root;
    if (kind !== 'leaf' || overflow !== 0 || isNested) {
      throw new BoltError('damaged', `the bucket in ${origin} is invalid`);
    }
    return { name: `the bucket in ${origin}`, kind, count, bytes };
  }
}

interface FoundElement {
  readonly element: LeafElement;
  readonly origin: string;
}

const EVERYTHING: Bounds = { first: undefined, end: undefined };

function requireWithin(key: Buffer, { first, end }: Bounds, origin: string): void {
  const isEarly = first !== undefined && Buffer.compare(key, first) < 0;
  const isLate = end !== undefined && Buffer.compare(key, end) >= 0;
  if (isEarly || isLate) throw new BoltError('damaged', `${origin} is in the wrong page`);
}
