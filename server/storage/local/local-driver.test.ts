import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeStorageDriver } from '../contract-suite.ts';
import { describeFingerprints } from '../fingerprint-suite.ts';
import { describeMoves } from '../move-suite.ts';
import { describeTrash } from '../trash-suite.ts';
import { describeTrees } from '../tree-suite.ts';
import { openLocalDriver } from './local-driver.ts';

const folder = mkdtempSync(join(tmpdir(), 'filebrowser-local-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => openLocalDriver({ root: mkdtempSync(join(folder, 'root-')) });

describeStorageDriver('local', open);
describeMoves('local', open);
describeFingerprints('local', open);
describeTrees('local', open);
describeTrash('local', open);
