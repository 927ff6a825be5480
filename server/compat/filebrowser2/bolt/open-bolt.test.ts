import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerOf, LEGACY_DATABASES, legacyDatabase } from '../recorded-databases.test-tools.ts';
import { BoltError, type BoltErrorCode } from './bolt-error.ts';
import { withChecksum, writeBolt } from './bolt-writer.test-tools.ts';
import { readBolt } from './open-bolt.ts';
import { type Dump, readBytes, readWhole } from './read-whole.test-tools.ts';

const PAGE = 4_096;

function fileWith(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'bolt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'x.db');
  writeFileSync(path, bytes);
  return path;
}

function many(count: number): Record<string, string> {
  const keys = Array.from({ length: count }, (_, index) => `key ${String(index).padStart(5, '0')}`);
  return Object.fromEntries(keys.map((key) => [key, `value of ${key}`]));
}

/** Returns the records of a bucket of File Browser 2, without indexes, whose keys begin with underscores. */
function recordsIn(bucket: string | Dump | undefined): Record<string, unknown> {
  const records = Object.entries(bucket ?? {}).filter(([key]) => !key.startsWith('__storm'));
  return Object.fromEntries(
    records.map(([key, value]) => [
      key.includes('\0') ? idIn(key) : key,
      JSON.parse(typeof value === 'string' ? value : ''),
    ]),
  );
}

function idIn(key: string): bigint {
  return Buffer.from(key, 'latin1').readBigUInt64BE();
}

function refusalOf(bytes: Buffer): BoltErrorCode | 'read' {
  try {
    readBytes(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof BoltError) return error.code;
    throw error;
  }
}

describe('reads all records of a file', () => {
  const contents = {
    few: { a: '1', b: '' },
    empty: {},
    tree: many(500),
    nested: { below: { deeper: { x: 'y' } }, plain: 'z' },
    long: { text: 'x'.repeat(70_000), after: 'short' },
  };

  for (const order of ['little', 'big'] as const) {
    for (const pageSize of [512, 4_096, 65_536]) {
      for (const inline of [true, false]) {
        const shape = `${order}-endian, in pages of ${pageSize}, ${inline ? 'inline' : 'no inline'} buckets`;
        test(shape, () => {
          const bytes = writeBolt(contents, { order, pageSize, inline, perPage: 5 });
          expect(readBytes(bytes)).toEqual(contents);
        });
      }
    }
  }

  test('with nothing in it', () => {
    expect(readBytes(writeBolt({}))).toEqual({});
  });

  test.each(LEGACY_DATABASES)('written by File Browser %s', (name) => {
    const whole = readBytes(legacyDatabase(name));
    expect(whole['__storm_db']).toMatchObject({ version: '"2.0.0"' });
    const { records } = answerOf(name);
    const found = Object.keys(records).map((bucket) => [bucket, recordsIn(whole[bucket])]);
    expect(Object.fromEntries(found)).toEqual(records);
  });

  test('without changing it', () => {
    const path = fileWith(legacyDatabase('v2.63.23-rich'));
    const state = () => {
      const { mtimeMs, ctimeMs, size } = statSync(path);
      return [
        mtimeMs,
        ctimeMs,
        size,
        createHash('sha256').update(readFileSync(path)).digest('hex'),
      ];
    };
    const before = state();
    readWhole(path);
    expect(state()).toEqual(before);
  });
});

describe('meta pages', () => {
  const transactionOf = (bytes: Buffer) =>
    readBolt(fileWith(bytes), ({ transaction, lostTransaction }) => [transaction, lostTransaction]);

  test('uses the later one', () => {
    expect(transactionOf(writeBolt({}, { transactions: [8n, 7n] }))).toEqual([8n, false]);
    expect(transactionOf(writeBolt({}, { transactions: [8n, 9n] }))).toEqual([9n, false]);
  });

  test.each([512, 4_096, 65_536])(
    'ignores one of an interrupted transaction, in pages of %i',
    (pageSize) => {
      for (const damaged of [0, 1]) {
        const bytes = writeBolt({ a: 'b' }, { pageSize, transactions: [8n, 7n] });
        bytes.writeUInt8(255, damaged * pageSize + 16 + 50);
        expect(transactionOf(bytes)).toEqual([damaged === 0 ? 7n : 8n, true]);
        expect(readBytes(bytes)).toEqual({ a: 'b' });
      }
    },
  );

  test('refuses a file if both are damaged', () => {
    const bytes = writeBolt({ a: 'b' });
    for (const at of [0, PAGE]) bytes.writeUInt8(255, at + 16 + 50);
    expect(refusalOf(bytes)).toBe('no-valid-meta');
  });

  test('reports an unknown version', () => {
    const bytes = writeBolt({ a: 'b' });
    for (const at of [0, PAGE]) {
      bytes.writeUInt32LE(3, at + 16 + 4);
      withChecksum(bytes, at);
    }
    expect(() => readBytes(bytes)).toThrow('the file has version 3 of its format');
  });
});

describe('refuses with an explanation', () => {
  const contents = { tree: many(40), other: many(40) };
  /** Page 4 is the first leaf of `tree`. */
  const damagedAt = (at: number, change: (bytes: Buffer) => void) => {
    const bytes = writeBolt(contents, { perPage: 8, inline: false });
    change(bytes.subarray(at));
    return refusalOf(bytes);
  };

  test('a file of another format', () => {
    expect(refusalOf(Buffer.alloc(0))).toBe('not-bolt');
    expect(refusalOf(Buffer.from('SQLite format 3\0'.padEnd(9_000)))).toBe('not-bolt');
    expect(refusalOf(Buffer.alloc(40_000))).toBe('not-bolt');
  });

  test('a missing file, and a folder', () => {
    expect(() => readWhole('/no/such.db')).toThrow('/no/such.db cannot be read (ENOENT)');
    expect(() => readWhole(tmpdir())).toThrow('is not a file');
  });

  test('a truncated file', () => {
    const bytes = writeBolt(contents, { perPage: 8 });
    const codes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 509) {
      codes.add(refusalOf(bytes.subarray(0, length)));
    }
    expect([...codes].sort()).toEqual(['not-bolt', 'truncated']);
  });

  test.each<[string, BoltErrorCode, (page: Buffer) => void]>([
    ['another number', 'damaged', (page) => page.writeUInt8(9, 0)],
    ['no kind', 'damaged', (page) => page.writeUInt16LE(16, 8)],
    ['too many records', 'damaged', (page) => page.writeUInt16LE(60_000, 10)],
    ['too many pages', 'damaged', (page) => page.writeUInt32LE(0xffff_ffff, 12)],
    ['pages of others', 'page-used-twice', (page) => page.writeUInt32LE(2, 12)],
    ['a record of no kind', 'damaged', (page) => page.writeUInt32LE(2, 16)],
    ['a record with too low an offset', 'damaged', (page) => page.writeUInt32LE(0, 20)],
    ['a key behind its end', 'damaged', (page) => page.writeUInt32LE(0xffff_ffff, 24)],
    ['a value behind its end', 'damaged', (page) => page.writeUInt32LE(0xffff_ffff, 28)],
    ['a bucket that is none', 'damaged', (page) => page.writeUInt32LE(1, 16)],
    [
      'keys in another order',
      'damaged',
      (page) =>
        page.write('zzz', PAGE - 1, 'latin1') && page.write('zzz', page.indexOf('key 00000')),
    ],
  ])('a page with %s', (_, code, change) => {
    expect(damagedAt(4 * PAGE, change)).toBe(code);
  });

  test('a tree with swapped pages', () => {
    const bytes = writeBolt(contents, { perPage: 8, inline: false });
    const [one, other] = [bytes.subarray(4 * PAGE, 5 * PAGE), bytes.subarray(5 * PAGE, 6 * PAGE)];
    const copy = Buffer.from(one);
    other.copy(one);
    copy.copy(other);
    one.writeUInt8(4, 0);
    other.writeUInt8(5, 0);
    expect(refusalOf(bytes)).toBe('damaged');
  });

  test('a circle, and a page that two buckets have', () => {
    // The branch of `other` follows its five leaves.
    const bytes = writeBolt(contents, { perPage: 8, inline: false });
    const branch = 9;
    expect(bytes.readUInt16LE(branch * PAGE + 8)).toBe(1);
    const circle = Buffer.from(bytes);
    circle.writeBigUInt64LE(BigInt(branch), branch * PAGE + 16 + 8);
    expect(refusalOf(circle)).toBe('page-used-twice');
    const shared = Buffer.from(bytes);
    shared.writeBigUInt64LE(4n, 15 * PAGE + 16 + 8);
    expect(refusalOf(shared)).toBe('page-used-twice');
  });

  test('a file that is changed while it is read', () => {
    const path = fileWith(writeBolt({ a: 'b' }));
    const read = () =>
      readBolt(path, ({ root }) => {
        writeFileSync(path, Buffer.alloc(100));
        return [...root.entries()];
      });
    expect(read).toThrow(expect.objectContaining({ code: 'changed' }));
  });
});
