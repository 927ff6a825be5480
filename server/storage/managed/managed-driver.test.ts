import { describe } from 'vitest';
import { describeStorageDriver } from '../contract-suite.ts';
import { describeFingerprints } from '../fingerprint-suite.ts';
import { describeMoves } from '../move-suite.ts';
import { describeTrash } from '../trash-suite.ts';
import { describeTrees } from '../tree-suite.ts';
import { ENGINES, missingEngine, openStoreForTest } from './managed.test-tools.ts';

for (const engine of ENGINES) {
  const missing = missingEngine(engine);
  const reason = missing === undefined ? '' : ` (not run: ${missing})`;
  const name = `managed, in ${engine} and a folder`;

  describe.skipIf(missing !== undefined)(`${name}${reason}`, () => {
    const open = async () => (await openStoreForTest(engine)).driver;
    describeStorageDriver(name, open);
    describeMoves(name, open);
    describeFingerprints(name, open);
    describeTrees(name, open);
    describeTrash(name, open);
  });
}
