import { expect, test } from 'vitest';
import { DAY_MS } from '../../config/setting-types.ts';
import { readServerSettings } from '../../metadata/settings.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { Retention } from './retention.ts';

const CONFIG = {
  trash: { isOn: true, retentionMs: 30 * DAY_MS, limitPercent: 10 },
  versions: { isOn: true, mostPerFile: 20, retentionMs: 30 * DAY_MS },
  fixedSettings: [],
};

describeOnEachEngine('settings of the trash and of versions', ({ open }) => {
  test('that two administrators change at the same time are all stored and in effect', async () => {
    const db = await open();
    const retention = new Retention(CONFIG);
    await Promise.all([
      retention.change(db, { trash: false }),
      retention.change(db, { versionLimit: 5 }),
      retention.change(db, { trashLimit: 7 }),
    ]);
    expect(await readServerSettings(db.read)).toEqual({
      trash: false,
      versionLimit: 5,
      trashLimit: 7,
    });
    expect(retention.settings()).toMatchObject({ trash: false, versionLimit: 5, trashLimit: 7 });
  });
});
