import { describe, expect, test } from 'vitest';
import { parseTreePath } from '#contract/paths.ts';
import { NO_CLUSTER } from '../../cluster/cluster.ts';
import { claimUpload, uploadClaimant, uploadClaimKey } from '../../metadata/claims.ts';
import { type Database, openDatabase } from '../../metadata/database.ts';
import { emptyPostgres, missingPostgres } from '../../testing/engines.ts';
import { until } from '../../testing/open-request.ts';
import { ClusterUploadLocks } from './cluster-upload-locks.ts';

const missing = missingPostgres();

function anUpload() {
  const path = parseTreePath('/film.mp4');
  if (path === undefined) throw new Error('not a path');
  return { userId: 1, path };
}

describe.skipIf(missing !== undefined)(
  `uploads of a cluster${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('are written by one server at a time', async () => {
      const db = await openDatabase(await emptyPostgres(), 'server');
      const upload = anUpload();
      const one = new ClusterUploadLocks({ db, cluster: NO_CLUSTER, server: 'one' });
      const two = new ClusterUploadLocks({ db, cluster: NO_CLUSTER, server: 'two' });
      const outcome = await one.hold(upload, async () => {
        expect(await two.hold(upload, () => Promise.resolve(2))).toBeUndefined();
        // Keeps another server from replacing the upload, and from removing it as forgotten.
        expect([await one.isHeld(upload), await two.isHeld(upload)]).toEqual([true, true]);
        return 1;
      });
      expect(outcome).toBe(1);
      expect([await one.isHeld(upload), await two.isHeld(upload)]).toEqual([false, false]);
      expect(await two.hold(upload, () => Promise.resolve(2))).toBe(2);
      await db.close();
    });

    test('keep their claim while an earlier one, which an outage has left, is removed', async () => {
      const db = await openDatabase(await emptyPostgres(), 'server');
      const upload = anUpload();
      const key = uploadClaimKey(upload);
      let goOn = () => {};
      const isOpen = new Promise<void>((resolve) => (goOn = resolve));
      let writes = 0;
      let removal: Promise<unknown> = Promise.resolve();
      const write: Database['write'] = async (work, options) => {
        writes += 1;
        // Claim, a removal that fails, and its repetition, which takes long.
        if (writes === 2) throw new Error('the connection is lost');
        if (writes !== 3) return db.write(work, options);
        const done = isOpen.then(() => db.write(work, options));
        removal = done;
        return done;
      };
      const locks = new ClusterUploadLocks({
        db: { read: db.read, write },
        cluster: NO_CLUSTER,
        server: 'one',
      });
      await locks.hold(upload, () => Promise.resolve(1));
      expect(await uploadClaimant(db.read, key)).toBe('one');
      await until(() => Promise.resolve(writes === 3));

      setTimeout(goOn, 100);
      const outcome = await locks.hold(upload, async () => {
        await removal;
        const claimant = await uploadClaimant(db.read, key);
        const mayOther = await db.write((tx) => claimUpload(tx, key, 'two'));
        return { claimant, mayOther };
      });
      expect(outcome).toEqual({ claimant: 'one', mayOther: false });
      await db.close();
    });
  },
);
