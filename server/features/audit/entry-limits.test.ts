import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { listAudit, type NewAuditEntry } from '../../metadata/audit.ts';
import type { Database } from '../../metadata/database.ts';
import { describeOnEachEngine } from '../../testing/engines.ts';
import { treePath } from '../../testing/stored-records.ts';
import { AuditLog } from './audit-log.ts';

const LONG = 'x'.repeat(200);
/** A folder in which the paths of all items are longer than those of entries may be. */
const DEEP = treePath(`/docs/${LONG}/${LONG}/${LONG}`);

const AT = Date.UTC(2026, 10, 22);

function anEntry(differing: Partial<NewAuditEntry> = {}): NewAuditEntry {
  return {
    at: AT,
    act: 'upload',
    username: 'ann',
    address: '192.0.2.7',
    about: '/a.txt',
    status: 200,
    ...differing,
  };
}

function refused(address: string, index: number): NewAuditEntry {
  return anEntry({ act: 'sign-in', username: `guess ${index}`, about: '', address, status: 403 });
}

function recordIn(db: Database): AuditLog {
  return new AuditLog({ db, log: pino({ enabled: false }) });
}

/** The newest entry first. */
async function stored(db: Database): Promise<AuditEntry[]> {
  return listAudit(db.read, { limit: 10_000 });
}

describeOnEachEngine('the limits of the audit log', ({ open }) => {
  test('counts repetitions in the latest entry of the user, also after it is stored', async () => {
    const db = await open();
    const log = recordIn(db);
    for (const second of [0, 1, 2]) log.record(anEntry({ act: 'save', at: AT + second }));
    await log.flush();
    log.record(anEntry({ act: 'save', at: AT + 3 }));
    log.record(anEntry({ act: 'save', at: AT + 4, username: 'ben' }));
    log.record(anEntry({ act: 'save', at: AT + 5 }));
    log.record(anEntry({ act: 'delete', at: AT + 6 }));
    log.record(anEntry({ act: 'save', at: AT + 7 }));
    log.record(anEntry({ act: 'save', at: AT + 3_600_000 }));
    await log.flush();
    expect((await stored(db)).map(({ act, username, more }) => [act, username, more])).toEqual([
      ['save', 'ann', undefined],
      ['save', 'ann', undefined],
      ['delete', 'ann', undefined],
      ['save', 'ben', undefined],
      ['save', 'ann', 4],
    ]);
  });

  test('a hundred users of one network who signed up do not fill the log', async () => {
    const db = await open();
    const log = recordIn(db);
    for (let user = 0; user < 100; user += 1) {
      for (let file = 0; file < 50; file += 1) {
        const entry = anEntry({ username: `new ${user}`, about: `/${file}.txt` });
        log.record(entry, { signedUp: true });
      }
    }
    log.record(anEntry({ username: 'new 1', address: '198.51.100.9' }), { signedUp: true });
    log.record(anEntry({ username: 'ann' }), { signedUp: false });
    await log.flush();
    const entries = await stored(db);
    expect(entries.length).toBe(2_003);
    expect(
      entries.slice(0, 3).map(({ username, address, more }) => [username, address, more]),
    ).toEqual([
      ['ann', '192.0.2.7', undefined],
      ['new 1', '198.51.100.9', undefined],
      ['', '192.0.2.7', 2_999],
    ]);
  });

  test('counts entries of one user beyond the limit in one entry, and stores all of others', async () => {
    const db = await open();
    const log = recordIn(db);
    for (let index = 0; index < 6_000; index += 1) log.record(anEntry({ about: `/${index}` }));
    await log.flush();
    for (let index = 0; index < 10; index += 1) log.record(anEntry({ about: `/later ${index}` }));
    log.record(anEntry({ act: 'delete', about: '/important' }));
    log.record(anEntry({ username: 'ben', about: '/of-ben' }));
    await log.flush();
    const entries = await stored(db);
    expect(entries.length).toBeLessThan(2_010);
    const counted = entries.reduce((sum, { more = 0 }) => sum + 1 + more, 0);
    expect(counted).toBe(6_012);
    expect(entries.filter(({ more }) => more !== undefined)).toHaveLength(1);
    expect(entries.slice(0, 2).map(({ about }) => about)).toEqual(['/of-ben', '/important']);
  });

  test('counts refused clients without a session by network, whatever names and addresses they use', async () => {
    const db = await open();
    const log = recordIn(db);
    for (let index = 0; index < 90; index += 1)
      log.record(refused(`2001:db8:1:2:${index}::1`, index));
    log.record(refused('2001:db8:1:3::1', 0));
    log.record(anEntry({ act: 'delete', status: 403 }));
    await log.flush();
    const entries = await stored(db);
    expect(entries).toHaveLength(53);
    expect(entries.slice(0, 3)).toMatchObject([
      { act: 'delete', username: 'ann' },
      { address: '2001:db8:1:3::1', username: 'guess 0' },
      { address: '2001:db8:1:2::/64', username: '', status: 403, more: 39 },
    ]);
  });

  test('names the address of a client that has one of its own, also where IPv4 is written as IPv6', async () => {
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '64:ff9b::c000:207']) {
      const db = await open();
      const log = recordIn(db);
      for (let index = 0; index < 60; index += 1) log.record(refused(address, index));
      await log.flush();
      expect((await stored(db))[0]).toMatchObject({ address, username: '', more: 9 });
    }
  });

  test('does not let many networks hide refusals of users', async () => {
    const db = await open();
    const log = recordIn(db);
    for (let index = 0; index < 5_000; index += 1)
      log.record(refused(`10.0.${index >> 8}.${index & 255}`, index));
    log.record(anEntry({ act: 'delete', status: 403 }));
    await log.flush();
    const entries = await stored(db);
    expect(entries.length).toBeLessThan(2_010);
    expect(entries[0]).toMatchObject({ act: 'delete', username: 'ann', status: 403 });
    expect(entries[1]).toMatchObject({ address: '', username: '', status: 403 });
    expect(entries[1]?.more).toBeGreaterThan(2_900);
  });

  test('caps the length of every field', async () => {
    const db = await open();
    const log = recordIn(db);
    const long = 'x'.repeat(4_000);
    log.record(
      anEntry({
        username: long,
        address: long,
        about: `/${long}/end`,
        destination: `/${long}/to`,
        fields: Array.from({ length: 500 }, () => long),
      }),
    );
    await log.flush();
    const [entry] = await stored(db);
    expect(JSON.stringify({ ...entry, fields: [] }).length).toBeLessThan(1_600);
    expect(entry?.fields?.length).toBe(100);
    expect(entry?.about).toMatch(/^\/xx.*…x.*x\/end$/);
  });

  test('finds entries about items whose paths are shortened, by the path and by each folder above', async () => {
    const db = await open();
    const log = recordIn(db);
    log.record(anEntry({ about: `${DEEP}/a.txt` }));
    log.record(anEntry({ act: 'move', about: '/b.txt', destination: `${DEEP}/b.txt` }));
    log.record(anEntry({ about: '/docs/other/c.txt' }));
    await log.flush();
    const actsAt = async (path: string) =>
      (await listAudit(db.read, { limit: 9, path: treePath(path) })).map(({ act }) => act);
    for (const path of [DEEP, `/docs/${LONG}/${LONG}`, `/docs/${LONG}`])
      expect(await actsAt(path)).toEqual(['move', 'upload']);
    expect(await actsAt(`${DEEP}/a.txt`)).toEqual(['upload']);
    expect(await actsAt(`/docs/y${LONG}`)).toEqual([]);
    expect(await actsAt('/docs/other')).toEqual(['upload']);
  });

  test('tells long paths with the same beginning apart, also entries of the same name in folders that are left out', async () => {
    const db = await open();
    const log = recordIn(db);
    const start = `/docs/${LONG}`;
    // The difference is in the part that is left out.
    const [one, other] = ['1', '2'].map((name) => `${start}/${name}/${LONG}/${LONG}`);
    log.record(anEntry({ about: `${one}/a.txt` }));
    log.record(anEntry({ about: `${other}/a.txt` }));
    log.record(anEntry({ act: 'move', about: '/b.txt', destination: `${other}/b.txt` }));
    await log.flush();
    const actsAt = async (path: string) =>
      (await listAudit(db.read, { limit: 9, path: treePath(path) })).map(({ act }) => act);
    for (const path of [`${start}/1`, `${one}`, `${one}/a.txt`])
      expect(await actsAt(path)).toEqual(['upload']);
    for (const path of [`${start}/2`, `${other}`])
      expect(await actsAt(path)).toEqual(['move', 'upload']);
    expect(await actsAt(`${other}/b.txt`)).toEqual(['move']);
    expect(await actsAt(start)).toEqual(['move', 'upload', 'upload']);
    expect(await actsAt(`${start}/3`)).toEqual([]);
    expect(Object.keys((await stored(db))[0] ?? {})).not.toContain('folders');
  });

  test('entries of earlier versions, and items below very many folders, are found rather too often than not at all', async () => {
    const db = await open();
    const log = recordIn(db);
    const start = `/docs/${LONG}`;
    log.record(anEntry({ about: `${start}/1/${'f/'.repeat(300)}end` }));
    log.record(anEntry({ act: 'save', about: `${start}/2/${LONG}/${LONG}/end` }));
    await log.flush();
    const actsAt = async (path: string) =>
      (await listAudit(db.read, { limit: 9, path: treePath(path) })).map(({ act }) => act);
    expect(await actsAt(`${start}/1`)).toEqual(['upload']);
    expect(await actsAt(`${start}/2`)).toEqual(['save', 'upload']);
    await db.write((tx) => tx.updateTable('audit').set({ folders: null }).execute());
    expect(await actsAt(`${start}/1`)).toEqual(['save', 'upload']);
  });

  test('loses no repetition that comes while its entry is being stored', async () => {
    const db = await open();
    const log = recordIn(db);
    log.record(anEntry());
    const flushed = log.flush();
    await Promise.resolve();
    log.record(anEntry());
    await flushed;
    log.record(anEntry());
    await log.flush();
    expect(await stored(db)).toMatchObject([{ more: 2 }]);
  });

  test('removes the oldest entries with an insertion, not only once an hour', async () => {
    const db = await open();
    const log = recordIn(db);
    log.record(anEntry({ about: '/oldest' }));
    await log.flush();
    await db.write((tx) => sql`update ${sql.table('audit')} set id = -600000`.execute(tx));
    log.record(anEntry({ about: '/newest' }));
    await log.flush();
    expect((await stored(db)).map(({ about }) => about)).toEqual(['/newest']);
  });
});
