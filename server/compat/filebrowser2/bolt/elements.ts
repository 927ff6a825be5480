import { BoltError } from './bolt-error.ts';
import type { Numbers } from './byte-order.ts';
import { PAGE_HEADER_BYTES } from './page-header.ts';
import type { TreePage } from './pages.ts';

const ELEMENT_BYTES = 16;
const IS_BUCKET = 1;

export interface BranchElement {
  /** The smallest key in the page below. */
  readonly key: Buffer;
  readonly page: bigint;
}

export interface LeafElement {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly isBucket: boolean;
}

/** Returns the elements of a branch page. A branch without elements is an error, because no program writes one. */
export function branchElements(numbers: Numbers, page: TreePage): BranchElement[] {
  if (page.count === 0) throw new BoltError('damaged', `${page.name} has no elements`);
  const layout = new Layout(page);
  return layout.positions().map((at) => {
    const key = layout.take(at + numbers.u32(page.bytes, at), numbers.u32(page.bytes, at + 4));
    return { key, page: numbers.u64(page.bytes, at + 8) };
  });
}

export function leafElements(numbers: Numbers, page: TreePage): LeafElement[] {
  const layout = new Layout(page);
  return layout.positions().map((at) => {
    const flags = numbers.u32(page.bytes, at);
    if (flags !== 0 && flags !== IS_BUCKET) {
      throw new BoltError('damaged', `${page.name} contains an unknown kind of element`);
    }
    const key = layout.take(at + numbers.u32(page.bytes, at + 4), numbers.u32(page.bytes, at + 8));
    const value = layout.takeNext(numbers.u32(page.bytes, at + 12));
    return { key, value, isBucket: flags === IS_BUCKET };
  });
}

/** Checks that keys and values follow the elements in order, and that no byte belongs to two of them. */
class Layout {
  readonly #page: TreePage;
  #free: number;

  constructor(page: TreePage) {
    this.#page = page;
    this.#free = PAGE_HEADER_BYTES + page.count * ELEMENT_BYTES;
    if (this.#free > page.bytes.length) {
      throw new BoltError('damaged', `${page.name} is too short for its ${page.count} elements`);
    }
  }

  positions(): number[] {
    const { count } = this.#page;
    return Array.from({ length: count }, (_, index) => PAGE_HEADER_BYTES + index * ELEMENT_BYTES);
  }

  take(start: number, length: number): Buffer {
    const end = start + length;
    if (start < this.#free || end > this.#page.bytes.length) {
      throw new BoltError(
        'damaged',
        `an element of ${this.#page.name} overlaps another or exceeds the page`,
      );
    }
    this.#free = end;
    return this.#page.bytes.subarray(start, end);
  }

  takeNext(length: number): Buffer {
    return this.take(this.#free, length);
  }
}
