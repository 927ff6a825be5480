import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import {
  findDigest,
  removeDigest,
  removeOldDigests,
  storeDigests,
  type StoredDigest,
} from './file-digests.ts';

function aDigest(differing: Partial<StoredDigest> = {}): StoredDigest {
  return {
    fingerprint: 'born 1 inode 2',
    size: 9_007_199_254_740_991,
    modifiedNs: 1_795_000_000_123_456_789n,
    sha256: 'ab'.repeat(32),
    storedAt: 1_795_000_000_000,
    ...differing,
  };
}

describeOnEachEngine('digests of files', (engine) => {
  test('keep their numbers exactly, and later ones replace earlier ones', async () => {
    const db = await engine.open();
    await db.write((tx) => storeDigests(tx, [aDigest({ sha256: 'old', size: 1 })]));
    await db.write((tx) => storeDigests(tx, [aDigest()]));
    expect(await findDigest(db.read, 'born 1 inode 2')).toEqual(aDigest());
    expect(await findDigest(db.read, 'born 1 inode 3')).toBeUndefined();
  });

  test('a removal does not remove a digest that has been stored since', async () => {
    const db = await engine.open();
    await db.write((tx) => storeDigests(tx, [aDigest()]));
    await db.write((tx) => removeDigest(tx, aDigest({ sha256: 'earlier' })));
    expect(await findDigest(db.read, 'born 1 inode 2')).toEqual(aDigest());
    await db.write((tx) => removeDigest(tx, aDigest()));
    expect(await findDigest(db.read, 'born 1 inode 2')).toBeUndefined();
  });

  test('the oldest are removed when there are too many', async () => {
    const db = await engine.open();
    const digests = [3, 1, 2].map((storedAt) =>
      aDigest({ fingerprint: `file ${storedAt}`, storedAt }),
    );
    await db.write((tx) => storeDigests(tx, digests));

    expect(await db.write((tx) => removeOldDigests(tx, 1, 100))).toBe(2);
    expect(await db.write((tx) => removeOldDigests(tx, 1, 100))).toBe(0);
    expect(await findDigest(db.read, 'file 3')).toBeDefined();
    expect(await findDigest(db.read, 'file 2')).toBeUndefined();
  });
});
