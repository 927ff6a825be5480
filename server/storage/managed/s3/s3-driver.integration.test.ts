import { describe } from 'vitest';
import { describeStorageDriver } from '../../contract-suite.ts';
import { describeFingerprints } from '../../fingerprint-suite.ts';
import { describeMoves } from '../../move-suite.ts';
import { describeTrash } from '../../trash-suite.ts';
import { describeTrees } from '../../tree-suite.ts';
import { ENGINES, missingForBucket, openStoreForTest } from '../managed.test-tools.ts';

for (const engine of ENGINES) {
  const missing = missingForBucket(engine);
  const reason = missing === undefined ? '' : ` (not run: ${missing})`;
  const name = `managed, in ${engine} and a bucket`;

  describe.skipIf(missing !== undefined)(`${name}${reason}`, () => {
    const open = async () => (await openStoreForTest(engine, 'bucket')).driver;
    describeStorageDriver(name, open);
    // The others depend on the tree only, which the tests with a folder compare on both engines.
    if (engine === 'postgres') return;
    describeMoves(name, open);
    describeFingerprints(name, open);
    describeTrees(name, open);
    describeTrash(name, open);
  });
}
