import type { ByteOrder } from './byte-order.ts';
import { fnv1a64 } from './checksum.ts';

/** Keys with values, or with buckets. */
export interface Contents {
  readonly [key: string]: string | Buffer | Contents;
}

export interface Written {
  readonly pageSize?: number;
  readonly order?: ByteOrder;
  /** Maximum number of records per page; a small one results in a tree. */
  readonly perPage?: number;
  /** Buckets without buckets in them have their page in the one above. */
  readonly inline?: boolean;
  /** The transaction of each meta. */
  readonly transactions?: readonly [bigint, bigint];
}

const HEADER = 16;
const ELEMENT = 16;

/** A file as the format describes it, for tests. Pages 2 and 3 are free, as they often are. */
export function writeBolt(contents: Contents, options: Written = {}): Buffer {
  return new Writer(options).write(contents);
}

interface Item {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly isBucket: boolean;
}

interface Child {
  readonly key: Buffer;
  readonly page: number;
}

class Writer {
  readonly #options: Required<Written>;
  readonly #pages = new Map<number, Buffer>();
  #next = 4;

  constructor(options: Written) {
    this.#options = {
      pageSize: 4_096,
      order: 'little',
      perPage: 64,
      inline: true,
      transactions: [8n, 7n],
      ...options,
    };
  }

  write(contents: Contents): Buffer {
    const { pageSize, transactions } = this.#options;
    const root = this.#bucket(contents);
    const file = Buffer.alloc(this.#next * pageSize);
    for (const [id, bytes] of this.#pages) bytes.copy(file, id * pageSize);
    for (const [id, transaction] of transactions.entries()) {
      this.#header(file.subarray(id * pageSize), { id, flags: 4, count: 0, overflow: 0 });
      this.#meta(file.subarray(id * pageSize + HEADER), root, transaction);
    }
    return file;
  }

  /** The number of its first page. */
  #bucket(contents: Contents): number {
    const items = this.#items(contents);
    let children = chunks(items, this.#options.perPage).map((part) => this.#leaf(part));
    while (children.length > 1) {
      children = chunks(children, this.#options.perPage).map((part) => this.#branch(part));
    }
    return children[0]?.page ?? 0;
  }

  #items(contents: Contents): Item[] {
    return Object.entries(contents)
      .map(([key, value]) => ({ key: Buffer.from(key, 'latin1'), ...this.#value(value) }))
      .toSorted((one, other) => Buffer.compare(one.key, other.key));
  }

  #value(value: string | Buffer | Contents): Omit<Item, 'key'> {
    if (typeof value === 'string') return { value: Buffer.from(value), isBucket: false };
    if (Buffer.isBuffer(value)) return { value, isBucket: false };
    const items = this.#items(value);
    const header = Buffer.alloc(16);
    if (this.#options.inline && items.every(({ isBucket }) => !isBucket)) {
      return { value: Buffer.concat([header, this.#leafBytes(0, items)]), isBucket: true };
    }
    this.#u64(header, BigInt(this.#bucket(value)), 0);
    return { value: header, isBucket: true };
  }

  #leaf(items: readonly Item[]): Child {
    const id = this.#addPage(this.#leafBytes(0, items));
    return { key: items[0]?.key ?? Buffer.alloc(0), page: id };
  }

  #leafBytes(id: number, items: readonly Item[]): Buffer {
    const data = items.flatMap(({ key, value }) => [key, value]);
    const bytes = Buffer.concat([Buffer.alloc(HEADER + items.length * ELEMENT), ...data]);
    this.#header(bytes, { id, flags: 2, count: items.length, overflow: 0 });
    let start = HEADER + items.length * ELEMENT;
    for (const [index, { key, value, isBucket }] of items.entries()) {
      const at = HEADER + index * ELEMENT;
      this.#u32(bytes, isBucket ? 1 : 0, at);
      this.#u32(bytes, start - at, at + 4);
      this.#u32(bytes, key.length, at + 8);
      this.#u32(bytes, value.length, at + 12);
      start += key.length + value.length;
    }
    return bytes;
  }

  #branch(children: readonly Child[]): Child {
    const keys = children.map(({ key }) => key);
    const bytes = Buffer.concat([Buffer.alloc(HEADER + children.length * ELEMENT), ...keys]);
    this.#header(bytes, { id: 0, flags: 1, count: children.length, overflow: 0 });
    let start = HEADER + children.length * ELEMENT;
    for (const [index, { key, page }] of children.entries()) {
      const at = HEADER + index * ELEMENT;
      this.#u32(bytes, start - at, at);
      this.#u32(bytes, key.length, at + 4);
      this.#u64(bytes, BigInt(page), at + 8);
      start += key.length;
    }
    return { key: keys[0] ?? Buffer.alloc(0), page: this.#addPage(bytes) };
  }

  #addPage(bytes: Buffer): number {
    const id = this.#next;
    const span = Math.ceil(bytes.length / this.#options.pageSize);
    this.#next += span;
    this.#u64(bytes, BigInt(id), 0);
    this.#u32(bytes, span - 1, 12);
    this.#pages.set(id, bytes);
    return id;
  }

  #header(
    bytes: Buffer,
    header: { readonly id: number; flags: number; count: number; overflow: number },
  ): void {
    this.#u64(bytes, BigInt(header.id), 0);
    this.#u16(bytes, header.flags, 8);
    this.#u16(bytes, header.count, 10);
    this.#u32(bytes, header.overflow, 12);
  }

  #meta(bytes: Buffer, root: number, transaction: bigint): void {
    this.#u32(bytes, 0xed0cdaed, 0);
    this.#u32(bytes, 2, 4);
    this.#u32(bytes, this.#options.pageSize, 8);
    this.#u64(bytes, BigInt(root), 16);
    this.#u64(bytes, 2n, 32);
    this.#u64(bytes, BigInt(this.#next), 40);
    this.#u64(bytes, transaction, 48);
    this.#u64(bytes, fnv1a64(bytes.subarray(0, 56)), 56);
  }

  #u16(bytes: Buffer, value: number, at: number): void {
    if (this.#options.order === 'little') bytes.writeUInt16LE(value, at);
    else bytes.writeUInt16BE(value, at);
  }

  #u32(bytes: Buffer, value: number, at: number): void {
    if (this.#options.order === 'little') bytes.writeUInt32LE(value, at);
    else bytes.writeUInt32BE(value, at);
  }

  #u64(bytes: Buffer, value: bigint, at: number): void {
    if (this.#options.order === 'little') bytes.writeBigUInt64LE(value, at);
    else bytes.writeBigUInt64BE(value, at);
  }
}

/** At least one page, which may be empty. */
function chunks<Each>(all: readonly Each[], size: number): Each[][] {
  const count = Math.max(1, Math.ceil(all.length / size));
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** Corrects the checksum of a little-endian meta page after a change. */
export function withChecksum(file: Buffer, metaAt: number): Buffer {
  const start = metaAt + HEADER;
  file.writeBigUInt64LE(fnv1a64(file.subarray(start, start + 56)), start + 56);
  return file;
}
