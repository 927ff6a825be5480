import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Explanation, RuleTrialOutcome } from '#contract/rules.ts';
import { explainUrl } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser, treePath } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const FILES = {
  '/home/docs/a.txt': 'a',
  '/home/secret/key.txt': 'k',
  '/home/.env': 'e',
  '/elsewhere/b.txt': 'b',
};

function onPath(path: string, allow = false): Rule {
  return { regex: false, allow, path, regexp: null };
}

async function explain(admin: Client, userId: number, path: string): Promise<Explanation> {
  const reply = await admin.get(explainUrl(userId, path));
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as Explanation;
}

async function startHouse() {
  const app = await startTestApp({
    files: FILES,
    settings: { rules: [onPath('/secret'), onPath('/docs', true)] },
    config: { protectedPaths: [] },
  });
  await symlink('../secret/key.txt', join(app.root, 'home/docs/link'));
  await symlink('/etc', join(app.root, 'home/docs/out'));
  await symlink('nowhere', join(app.root, 'home/docs/broken'));
  await symlink('docs', join(app.root, 'home/short'));
  await mkdir(join(app.root, 'home/open'));
  const admin = await app.logIn(ADMIN);
  const anna = await app.addUser({
    scope: '/home',
    hideDotfiles: true,
    perm: { ...aStoredUser().perm, delete: false, share: false },
    rules: [onPath('/docs/a.txt'), onPath('/secret/open', true)],
  });
  return { app, admin, anna };
}

describe('an explanation', () => {
  test('contains what is allowed, and the deciding rule', async () => {
    const { app, admin, anna } = await startHouse();
    await using _ = app;
    expect(await explain(admin, anna.id, '/docs')).toEqual({
      path: '/docs',
      missing: false,
      decidedBy: { list: 'global', index: 1, allow: true },
      refusals: { delete: 'permission', share: 'permission' },
    });
    expect(await explain(admin, anna.id, '/open')).toEqual({
      path: '/open',
      missing: false,
      refusals: { delete: 'permission', share: 'permission' },
    });
  });

  test('contains the refusing rule, global or of the user', async () => {
    const { app, admin, anna } = await startHouse();
    await using _ = app;
    const own = await explain(admin, anna.id, '/docs/a.txt');
    expect(own.decidedBy).toEqual({ list: 'user', index: 0, allow: false });
    expect(own.refusals).toEqual({
      see: 'rule',
      download: 'rule',
      create: 'rule',
      modify: 'rule',
      rename: 'rule',
      delete: 'rule',
      share: 'rule',
      execute: 'rule',
    });
    const global = await explain(admin, anna.id, 'secret//key.txt');
    expect(global).toMatchObject({
      path: '/secret/key.txt',
      missing: false,
      decidedBy: { list: 'global', index: 0, allow: false },
      refusals: { see: 'rule' },
    });
  });

  test('includes missing entries and hidden names', async () => {
    const { app, admin, anna } = await startHouse();
    await using _ = app;
    expect(await explain(admin, anna.id, '/secret/open/new.txt')).toMatchObject({
      missing: true,
      decidedBy: { list: 'user', index: 1, allow: true },
      refusals: { delete: 'permission' },
    });
    expect((await explain(admin, anna.id, '/.env')).refusals).toMatchObject({ see: 'hidden' });
  });

  test('follows symlinks to a path with a rule, out of the scope, and to nothing', async () => {
    const { app, admin, anna } = await startHouse();
    await using _ = app;
    expect(await explain(admin, anna.id, '/docs/link')).toMatchObject({
      leadsTo: '/secret/key.txt',
      missing: false,
      decidedBy: { list: 'global', index: 0, allow: false },
      // A symlink itself may be renamed by users who see it.
      refusals: { see: 'rule', download: 'rule', modify: 'rule', delete: 'permission' },
    });
    expect((await explain(admin, anna.id, '/docs/link')).refusals).not.toHaveProperty('rename');
    const out = await explain(admin, anna.id, '/docs/out');
    expect(out.refusals).toMatchObject({ see: 'scope', download: 'scope', delete: 'permission' });
    expect(out).not.toHaveProperty('leadsTo');
    expect((await explain(admin, anna.id, '/docs/out/passwd')).refusals).toMatchObject({
      see: 'scope',
      rename: 'scope',
    });
    expect(await explain(admin, anna.id, '/docs/broken')).toMatchObject({
      missing: false,
      decidedBy: { list: 'global', index: 1, allow: true },
    });
    expect(await explain(admin, anna.id, '/short/a.txt')).toMatchObject({
      leadsTo: '/docs/a.txt',
      decidedBy: { list: 'user', index: 0, allow: false },
      refusals: { see: 'rule' },
    });
  });

  test('contains the rule that keeps a symlink from being renamed, also through another symlink', async () => {
    const { app, admin } = await startHouse();
    await using _ = app;
    await symlink('../open', join(app.root, 'home/docs/fixed'));
    const bob = await app.addUser({
      username: 'bob',
      scope: '/home',
      rules: [onPath('/docs/fixed')],
    });
    expect(await explain(admin, bob.id, '/short/fixed')).toMatchObject({
      leadsTo: '/open',
      decidedBy: { list: 'user', index: 0, allow: false },
      refusals: { rename: 'rule', delete: 'rule' },
    });
  });

  test('agrees with the responses that the user gets at every path', async () => {
    const { app, admin } = await startHouse();
    await using _ = app;
    const user = {
      username: 'bob',
      scope: '/home',
      hideDotfiles: true,
      rules: [onPath('/docs/a')],
    };
    const bob = await app.logIn(user);
    const { id } = JSON.parse(Buffer.from(bob.token?.split('.')[1] ?? '', 'base64url').toString())
      .user as { id: number };
    for (const path of [
      '/',
      '/docs',
      '/docs/a.txt',
      '/docs/link',
      '/docs/out',
      '/secret',
      '/secret/key.txt',
      '/.env',
      '/short/link',
      '/open',
    ]) {
      const { refusals } = await explain(admin, id, path);
      const reply = await bob.get(`/api/resources${path}`);
      expect([path, reply.status]).toEqual([path, refusals.see === undefined ? 200 : 403]);
    }
  });

  test('reports that a file of the server itself is protected', async () => {
    await using app = await startTestApp({ files: { '/state/file.db': '' } });
    await using again = await app.restart({ protectedPaths: [join(app.root, 'state/file.db')] });
    const admin = await again.logIn(ADMIN);
    const anna = await again.addUser();
    const { refusals } = await explain(admin, anna.id, treePath('/state/file.db'));
    expect(refusals).toMatchObject({ see: 'protected', delete: 'protected' });
  });

  test('refuses everything to a user whose stored scope is not a path', async () => {
    await using app = await startTestApp({ files: FILES });
    const admin = await app.logIn(ADMIN);
    const anna = await app.addUser({ scope: '../home' });
    const { refusals } = await explain(admin, anna.id, '/docs');
    expect(refusals).toMatchObject({ see: 'scope', create: 'scope' });
  });

  test('is for administrators, existing users and valid paths only', async () => {
    const { app, admin, anna } = await startHouse();
    await using _ = app;
    const bob = await app.logIn({ username: 'bob' });
    expect((await bob.get(explainUrl(anna.id, '/docs'))).status).toBe(403);
    expect((await app.visitor.get(explainUrl(anna.id, '/docs'))).status).toBe(401);
    expect((await admin.get(explainUrl(999, '/docs'))).status).toBe(404);
    expect((await admin.get(`/api/users/${anna.id}/explain`)).status).toBe(400);
    expect((await admin.get(explainUrl(anna.id, '/docs/../x'))).text).toBe(
      '400 Bad Request (path: must be a path)\n',
    );
  });
});

describe('a trial of rules', () => {
  async function tryOut(client: Client, trial: unknown) {
    const reply = await client.post('/api/rules/try', { body: JSON.stringify(trial) });
    const outcome = reply.status === 200 ? (JSON.parse(reply.text) as RuleTrialOutcome) : undefined;
    return { status: reply.status, text: reply.text, outcome };
  }

  test('returns the decision and the deciding rule, and stores nothing', async () => {
    await using app = await startTestApp();
    const admin = await app.logIn(ADMIN);
    const lists = { global: [onPath('/')], user: [onPath('/x'), onPath('/docs', true)] };
    const open = await tryOut(admin, { ...lists, path: '/docs/a.txt' });
    const allowing = { list: 'user', index: 1, allow: true };
    expect(open.outcome).toEqual({ allowed: true, decidedBy: allowing, problems: [] });
    const closed = await tryOut(admin, { ...lists, path: '/a' });
    const denying = { list: 'global', index: 0, allow: false };
    expect(closed.outcome).toEqual({ allowed: false, decidedBy: denying, problems: [] });
    const silent = await tryOut(admin, { global: [], user: [onPath('/x')], path: '/a' });
    expect(silent.outcome).toEqual({ allowed: true, problems: [] });
    expect(JSON.parse((await admin.get('/api/settings')).text)).toMatchObject({ rules: [] });
  });

  test('returns the reason for each rule that cannot be saved', async () => {
    await using app = await startTestApp();
    const admin = await app.logIn(ADMIN);
    const broken = { regex: true, allow: false, path: '', regexp: { raw: '(' } };
    const { outcome } = await tryOut(admin, {
      global: [onPath('/a'), broken],
      user: [onPath('docs')],
      path: '/a',
    });
    expect(outcome?.problems).toEqual([
      {
        list: 'global',
        index: 1,
        reason: 'the pattern cannot be read: missing closing ): `(`',
        refusal: { code: 'pattern-unreadable', about: '(' },
      },
      {
        list: 'user',
        index: 0,
        reason: 'the path has to begin with /',
        refusal: { code: 'no-slash' },
      },
    ]);
  });

  test('is for administrators only', async () => {
    await using app = await startTestApp();
    const trial = { global: [], user: [], path: '/a' };
    expect((await tryOut(await app.logIn(), trial)).status).toBe(403);
    expect((await tryOut(app.visitor, trial)).status).toBe(401);
    const admin = await app.logIn(ADMIN);
    expect((await tryOut(admin, { ...trial, path: '../a' })).status).toBe(400);
    expect((await tryOut(admin, { ...trial, global: Array(1_001).fill(onPath('/a')) })).text).toBe(
      '400 Bad Request (more than 1000 rules)\n',
    );
  });
});
