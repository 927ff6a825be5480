import { BoltError } from './bolt-error.ts';
import { Numbers } from './byte-order.ts';
import type { ByteSource } from './byte-source.ts';
import type { Meta } from './meta.ts';
import { PAGE_HEADER_BYTES, readPageHeader } from './page-header.ts';

/** Pages 0 and 1 are the meta pages. */
const FIRST_OF_A_TREE = 2n;
/** Maximum length of a page, which is as long as its longest record. Bytes. */
const MAX_BYTES_OF_A_PAGE = 67_108_864;

/** A page of a tree, including the pages that it spans. */
export interface TreePage {
  readonly name: string;
  readonly kind: 'branch' | 'leaf';
  readonly count: number;
  /** Bytes from the header on. */
  readonly bytes: Buffer;
}

/** Reads the pages of a file, each at most once. */
export class Pages {
  readonly numbers: Numbers;
  readonly #source: ByteSource;
  readonly #meta: Meta;
  /** The element that leads to each page that was read. In a circle, or if two trees share a page, there are two. */
  readonly #origins = new Map<number, string>();

  constructor(source: ByteSource, meta: Meta) {
    this.#source = source;
    this.#meta = meta;
    this.numbers = new Numbers(meta.order);
    if (meta.pageCount > Math.floor(source.size / meta.pageSize)) {
      throw new BoltError(
        'truncated',
        `the file ends after ${source.size} bytes, but should have ${meta.pageCount} pages of ${meta.pageSize} bytes`,
      );
    }
  }

  /** Reads a page. `origin` names the element that leads to it. */
  read(id: bigint, origin: string): TreePage {
    if (id < FIRST_OF_A_TREE || id >= BigInt(this.#meta.pageCount)) {
      throw new BoltError('damaged', `${origin} leads to page ${id}, which the file does not have`);
    }
    const number = Number(id);
    const { pageSize } = this.#meta;
    const at = number * pageSize;
    const header = readPageHeader(this.numbers, this.#source.read(at, PAGE_HEADER_BYTES));
    const name = `page ${id}`;
    if (header.id !== id) {
      throw new BoltError('damaged', `${name} has the header of page ${header.id}`);
    }
    if (header.kind === undefined) {
      throw new BoltError('damaged', `${name}, to which ${origin} leads, is not part of a tree`);
    }
    const span = header.overflow + 1;
    if (number + span > this.#meta.pageCount) {
      throw new BoltError('damaged', `${name} ends after the end of the file`);
    }
    if (span * pageSize > MAX_BYTES_OF_A_PAGE) {
      throw new BoltError('too-large', `${name} has more than ${MAX_BYTES_OF_A_PAGE} bytes`);
    }
    this.#claim(number, span, origin);
    const bytes = this.#source.read(at, span * pageSize);
    return { name, kind: header.kind, count: header.count, bytes };
  }

  #claim(first: number, span: number, origin: string): void {
    for (let number = first; number < first + span; number += 1) {
      const other = this.#origins.get(number);
      if (other === undefined) {
        this.#origins.set(number, origin);
      } else if (other !== origin) {
        throw new BoltError(
          'page-used-twice',
          `both ${other} and ${origin} lead to page ${number}`,
        );
      }
    }
  }
}
