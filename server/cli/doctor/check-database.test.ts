import { truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '../../metadata/database.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { visitDatabase } from './check-database.ts';

describeOnEachEngine('the doctor at a database', ({ emptyDatabase }) => {
  test('reports the engine of a working database, and returns it open', async () => {
    const config = await emptyDatabase();
    await (await openDatabase(config)).close();
    const { findings, database } = await visitDatabase(config, () => false);
    expect(findings).toEqual([
      { about: 'database', verdict: 'ok', seen: expect.stringContaining('no damage found') },
    ]);
    expect(database?.age).toBe('current');
    await database?.close();
  });

  test('reports an unreadable database as bad, with the reason and without a password', async () => {
    const config = await emptyDatabase();
    await (await openDatabase(config)).close();
    if (config.kind === 'sqlite') await truncate(config.file, 5_000);
    const broken =
      config.kind === 'sqlite'
        ? config
        : { ...config, url: 'postgres://fb:secret@127.0.0.1:1/none' };
    const { findings, database } = await visitDatabase(broken, () => false);
    await database?.close();
    expect(findings.map(({ verdict }) => verdict)).toContain('bad');
    expect(JSON.stringify(findings)).not.toContain('secret');
  });
});
