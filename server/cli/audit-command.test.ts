import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertAudit } from '../metadata/audit.ts';
import { openDatabase } from '../metadata/database.ts';
import { runCli } from '../testing/cli.ts';

const AT = Date.UTC(2026, 10, 22, 9, 30);

test('lists entries, the latest first, with filters', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-audit-'));
  const file = join(folder, 'filebrowser.db');
  const database = await openDatabase({ kind: 'sqlite', file });
  const entry = { at: AT, address: '192.0.2.7', username: 'ann', about: '/a.txt', status: 200 };
  await database.write((tx) =>
    insertAudit(tx, [
      { ...entry, act: 'move', destination: '/b\u202e.txt' },
      { ...entry, act: 'delete', username: 'ben', status: 403 },
      { ...entry, act: 'user-change', about: 'ben', fields: ['scope', 'perm'] },
      { ...entry, act: 'save', failedCommand: 'after_save', more: 12 },
    ]),
  );
  await database.close();
  const run = (...words: string[]) => runCli(['audit', 'ls', ...words], { folder });
  try {
    const all = (await run()).printed.trim().split('\n');
    expect(all[0]).toMatch(/^ID +Time +User +Operation +About +Status +Address$/);
    expect(all[1]).toContain('200 (after_save failed)');
    expect(all[1]).toContain('/a.txt (and 12 more)');
    expect(all[2]).toMatch(/^3 +2026-11-22 09:30 UTC +ann +user-change +ben \(scope, perm\) +200/);
    expect(all[4]).toContain('/a.txt → /b\\u202e.txt');

    const deleted = await run('--user', 'ben', '--what', 'delete', '--json');
    expect(JSON.parse(deleted.printed)).toEqual([
      { ...entry, id: 2, act: 'delete', username: 'ben', status: 403 },
    ]);
    expect((await run('--limit', '1', '--before', '3')).printed).toMatch(/\n2 [^\n]*$/m);

    await expect(run('--what', 'tidying')).rejects.toThrow('sign-in, sign-out');
  } finally {
    await rm(folder, { recursive: true });
  }
});
