import { expect, test } from 'vitest';
import { answerOf, type Fields } from '../recorded-databases.test-tools.ts';
import type { LegacyDatabase } from './legacy-database.ts';
import { planMigration } from './plan-migration.ts';

const { records } = answerOf('v2.63.23-noauth');
const [user = {}] = Object.values(records.User ?? {});

interface Changes {
  readonly settings?: Fields;
  readonly server?: Fields;
  readonly auther?: Fields;
  readonly users?: readonly Fields[];
  readonly links?: readonly Fields[];
}

/** Returns a database of a version of File Browser 2, with records that others contain. */
function planned({ settings = {}, server = {}, auther = {}, users = [{}], links = [] }: Changes) {
  const { config } = records;
  const old: LegacyDatabase = {
    config: {
      settings: {
        name: 'the settings',
        content: { ...config.settings, authMethod: 'json', ...settings },
      },
      server: { name: 'the server record', content: { ...config.server, ...server } },
      auther: { name: 'the auth method', content: auther },
    },
    users: users.map((changes, index) => ({
      name: `user ${index + 1}`,
      content: { ...user, id: index + 1, ...changes },
    })),
    shares: links.map((link, index) => ({ name: `link ${index}`, content: link })),
    lastUserId: 9,
    lostTransaction: false,
  };
  const { report, ...migration } = planMigration(old, Date.UTC(2026, 0));
  const adjustmentsOf = (about: string) =>
    [...report.adjusted, ...report.decisions]
      .filter((note) => note.about === about)
      .map(({ message }) => message);
  return { ...migration, report, adjustmentsOf };
}

test('keeps rules that cannot be parsed, global ones and those of users, and reports them', () => {
  const bad = { regex: true, allow: false, path: '', regexp: { raw: 'a(b' } };
  const lost = { regex: true, allow: false, path: '', regexp: null };
  const good = { regex: false, allow: true, path: '/x', regexp: null };
  const { settings, users, adjustmentsOf, report } = planned({
    settings: { rules: [good, bad] },
    users: [{ username: 'ann', rules: [lost, good] }],
  });
  expect([settings.rules, users[0]?.rules]).toEqual([
    [good, bad],
    [lost, good],
  ]);
  expect(adjustmentsOf('settings')).toContainEqual(
    expect.stringMatching(/^rule 2 is kept, but is invalid: ./),
  );
  expect(adjustmentsOf('user ann')).toEqual([
    expect.stringMatching(/^rule 1 is kept, but is invalid/),
  ]);
  expect(report.rules).toBe(4);
});

test('reports users who cannot log in, and adjusts values that are not available here', () => {
  const { users, adjustmentsOf } = planned({
    users: [
      {
        username: 'ann',
        password: 'plain',
        viewMode: 'gallery',
        sorting: { by: 'a b', asc: true },
      },
      { username: 'ben', scope: '/a/../b', locale: 'tlh' },
      { username: 'cleo', locale: 'pt-PT' },
    ],
  });
  expect(users.map(({ viewMode, sorting }) => [viewMode, sorting.by])).toContainEqual([
    'list',
    'name',
  ]);
  expect(adjustmentsOf('user ann')).toEqual([
    'viewMode: "gallery" becomes "list"',
    expect.stringMatching(/^sorting\.by: "a b" becomes "name"$/),
    expect.stringMatching(/^sorting\.asc: /),
    'has no valid password hash; set a password with users reset-password',
  ]);
  expect(adjustmentsOf('user ben')).toEqual([
    expect.stringContaining('the page does not support "tlh"'),
    'the scope /a/../b is not a valid path; the user sees no files until it is changed',
  ]);
  expect(adjustmentsOf('user cleo')).toEqual([]);
});

test('commands come over as they are, none runs, and those that only a shell understands are named', () => {
  const lines = ['notify $FILE', 'tar czf - x | ssh host', 'cp "a', 'sleep 1 &'];
  const { settings, server, adjustmentsOf, report } = planned({
    settings: { commands: { after_save: lines }, shell: ['/bin/sh', '-c'] },
    server: { enableExec: true },
  });
  expect(settings.commands['after_save']).toEqual(lines);
  expect([server['enableExec'], report.commands]).toEqual([false, 4]);
  expect(adjustmentsOf('server')).toContainEqual(
    expect.stringContaining('File Browser 2 ran commands'),
  );
  expect(adjustmentsOf('settings')).toContainEqual(
    expect.stringContaining('a shell (/bin/sh -c) ran'),
  );
  expect(adjustmentsOf('command on after_save')).toEqual([
    expect.stringMatching(/^tar czf - x \| ssh host is kept, but contains syntax/),
    expect.stringMatching(/^cp "a is kept, but ./),
  ]);
});

test('leaves out values that would prevent a start, and reports what the auth method needs', () => {
  const odd = { port: 'many', tokenExpirationTime: 'soon', authHook: '/bin/x', log: '' };
  const { server, adjustmentsOf } = planned({ server: odd });
  expect(server).toMatchObject({ authHook: '/bin/x', log: '' });
  expect([server['port'], server['tokenExpirationTime']]).toEqual([undefined, undefined]);
  expect(adjustmentsOf('server')).toEqual([
    expect.stringMatching(/^port in the database has to be .*; it is not migrated/),
    'authHook is not a setting of this version; it is kept but has no effect',
    expect.stringMatching(/^tokenExpirationTime in the database has to be .* it is not migrated/),
  ]);

  const way = (authMethod: string, auther: Fields = {}) =>
    planned({ settings: { authMethod }, auther, server: { address: '0.0.0.0' } }).adjustmentsOf(
      'sign-in',
    );
  expect(way('json', { recaptcha: null })).toEqual([]);
  expect(way('noauth')).toEqual([expect.stringContaining('--allowRemoteNoauth')]);
  expect(way('proxy', { header: 'X-User' })).toEqual([expect.stringContaining('--trustedProxies')]);
  expect(way('hook', { command: './x a' })).toEqual([expect.stringContaining('absolute path')]);
  expect(way('hook', { command: 'sh x' })).toEqual([]);
  expect(way('hook', { command: '/bin/x a' })).toEqual([]);
});

test('reports that people who sign up get homes of their own instead of the whole root', () => {
  const signUp = (settings: Fields) => planned({ settings }).adjustmentsOf('sign-up');
  const defaults = Object(records.config.settings['defaults']) as Fields;
  const settings = { signup: true, createUserDir: false };
  expect(signUp(settings)).toEqual([expect.stringMatching(/gets a home folder in \/users/)]);
  expect(signUp({ ...settings, signup: false })).toEqual([]);
  expect(signUp({ ...settings, signup: false, authMethod: 'proxy' })).toHaveLength(1);
  expect(signUp({ ...settings, createUserDir: true })).toEqual([]);
  expect(signUp({ ...settings, defaults: { ...defaults, scope: '/shared' } })).toEqual([]);
});

test('leaves out shares that nobody can open any more, each with the reason', () => {
  const link = { path: '/a.txt', userID: 1, expire: 0 };
  const { shares, adjustmentsOf } = planned({
    users: [{ scope: '/home/ann' }],
    links: [
      { ...link, hash: 'stays' },
      { ...link, hash: 'ended', expire: 1_000 },
      { ...link, hash: 'orphan', userID: 7 },
      { ...link, hash: 'lost', path: '/a/../b' },
      { ...link, hash: 'folder', path: '/docs/' },
    ],
  });
  expect(shares).toMatchObject([
    { hash: 'stays', path: '/home/ann/a.txt', isFolder: false },
    { hash: 'folder', path: '/home/ann/docs', isFolder: true },
  ]);
  expect(adjustmentsOf('share ended')).toEqual(['has expired; it is not migrated']);
  expect(adjustmentsOf('share orphan')).toEqual([expect.stringContaining('its owner was deleted')]);
  expect(adjustmentsOf('share lost')).toEqual([
    '/a/../b is not a valid path; the share is not migrated',
  ]);
});

test('refuses everything if a record cannot be interpreted, and names it', () => {
  expect(() => planned({ users: [{ username: '' }] })).toThrow('user 1: username: has to be given');
  expect(() => planned({ users: [{ username: 'a' }, { username: 'a' }] })).toThrow(
    'two users have the name a',
  );
  expect(() => planned({ settings: { signup: 'yes' } })).toThrow(/^the settings: signup: /);
});
