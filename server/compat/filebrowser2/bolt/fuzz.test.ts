import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { legacyDatabase } from '../recorded-databases.test-tools.ts';
import { repetitions, timeLimit } from '../../../testing/repetitions.ts';
import { BoltError } from './bolt-error.ts';
import { withChecksum, writeBolt } from './bolt-writer.test-tools.ts';
import { readWhole } from './read-whole.test-tools.ts';

const ROUNDS = repetitions({ usually: 150, soaking: 100_000 });
const PAGE = 4_096;

/** Generates the same numbers for the same seed, so that a failure can be reproduced. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

type Random = ReturnType<typeof randomFrom>;
type Mutation = (bytes: Buffer, random: Random) => Buffer;

const STRANGE = [
  0n,
  1n,
  2n,
  5n,
  255n,
  65_535n,
  0x7fff_ffffn,
  0xffff_ffffn,
  2n ** 63n,
  2n ** 64n - 1n,
];

const MUTATIONS: readonly Mutation[] = [
  function changeByte(bytes, random) {
    bytes.writeUInt8(random(256), random(bytes.length));
    return bytes;
  },
  function changeNumber(bytes, random) {
    const at = random(Math.floor(bytes.length / 8)) * 8;
    bytes.writeBigUInt64LE(STRANGE[random(STRANGE.length)] ?? 0n, at);
    return bytes;
  },
  function changeHeader(bytes, random) {
    const page = random(Math.floor(bytes.length / PAGE)) * PAGE;
    bytes.writeUInt8(random(256), page + random(80));
    return bytes;
  },
  function swapPages(bytes, random) {
    const pages = Math.floor(bytes.length / PAGE);
    bytes.copy(bytes, random(pages) * PAGE, random(pages) * PAGE, random(pages) * PAGE);
    return bytes;
  },
  function changeMeta(bytes, random) {
    const meta = random(2) * PAGE;
    bytes.writeUInt8(random(256), meta + 16 + 8 + random(48));
    return withChecksum(bytes, meta);
  },
  function cutOff(bytes, random) {
    return bytes.subarray(0, PAGE * 2 + random(bytes.length - PAGE * 2));
  },
];

test(
  'a damaged file is read or refused',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'bolt-fuzz-'));
    const path = join(folder, 'x.db');
    const seed = repetitions({ usually: 1, soaking: Date.now() >>> 0 });
    const random = randomFrom(seed);
    const sound = [
      legacyDatabase('v2.63.23-rich'),
      legacyDatabase('v2.0.16'),
      writeBolt(
        { a: { b: { c: 'd' } }, e: { f: 'g'.repeat(20_000) } },
        { perPage: 2, inline: false },
      ),
    ];
    const outcomes = { read: 0, refused: 0 };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        let bytes: Buffer = Buffer.from(sound[random(sound.length)] ?? '');
        for (let count = 1 + random(4); count > 0 && bytes.length > PAGE * 3; count -= 1) {
          bytes = MUTATIONS[random(MUTATIONS.length)]?.(bytes, random) ?? bytes;
        }
        writeFileSync(path, bytes);
        try {
          readWhole(path);
          outcomes.read += 1;
        } catch (error) {
          if (!(error instanceof BoltError)) {
            throw new Error(`seed ${seed}, round ${round}`, { cause: error });
          }
          outcomes.refused += 1;
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(outcomes.read).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(10);
  },
  timeLimit(40_000),
);
