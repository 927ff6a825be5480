import type { Rule } from '#contract/users.ts';
import { describe, expect, test } from 'vitest';
import { aStoredUser, treePath } from '../testing/stored-records.ts';
import { type Actor, actorOfUser, type CommonView, visitorOf } from './actor.ts';
import { decide, requireAccess } from './decide.ts';
import { toActorPath, toTreePath } from './actor-paths.ts';
import type { NewUser } from '../metadata/users.ts';

const NOTHING_IN_COMMON: CommonView = { globalRules: [], protectedPaths: [] };

function actor(user: Partial<NewUser> = {}, common: Partial<CommonView> = {}): Actor {
  const made = actorOfUser({ id: 1, ...aStoredUser(user) }, { ...NOTHING_IN_COMMON, ...common });
  if (made === undefined) throw new Error('this scope makes no actor');
  return made;
}

function rule(path: string, allow: boolean): Rule {
  return { regex: false, allow, path, regexp: null };
}

function seen(who: Actor, path: string) {
  return decide(who, 'see', treePath(path));
}

describe('the scope', () => {
  test.each([
    ['/', '/'],
    ['.', '/'],
    ['', '/'],
    ['./', '/'],
    ['./anna', '/anna'],
    ['/anna', '/anna'],
    ['/anna/', '/anna'],
    ['//anna//docs', '/anna/docs'],
    ['anna', '/anna'],
    ['/.hidden', '/.hidden'],
  ])('%j is the folder %j', (scope, home) => {
    expect(actor({ scope }).home).toBe(home);
  });

  test.each(['..', '../x', '/a/../b', './..', '/a/./b', '/\0', '/a/..'])(
    '%j is no valid home, so the user has no access',
    (scope) => {
      const user = { id: 1, ...aStoredUser({ scope }) };
      expect(actorOfUser(user, NOTHING_IN_COMMON)).toBeUndefined();
    },
  );

  test('ends at the boundary of its name', () => {
    const anna = actor({ scope: '/anna' });
    expect(seen(anna, '/anna')).toBe('allowed');
    expect(seen(anna, '/anna/a.txt')).toBe('allowed');
    expect(seen(anna, '/annabel')).toBe('scope');
    expect(seen(anna, '/')).toBe('scope');
  });

  test('are paths relative to the root of a user, in both directions', () => {
    const anna = actor({ scope: '/anna' });
    expect(toTreePath(anna, treePath('/docs/a.txt'))).toBe('/anna/docs/a.txt');
    expect(toActorPath(anna, treePath('/anna/docs/a.txt'))).toBe('/docs/a.txt');
    expect(() => toActorPath(anna, treePath('/annabel'))).toThrow('outside the scope');
  });
});

describe('rules', () => {
  test('are counted from the scope, and the last that matches decides', () => {
    const anna = actor({ scope: '/anna', rules: [rule('/docs', false), rule('/docs/open', true)] });
    expect(seen(anna, '/anna/docs/a.txt')).toBe('rule');
    expect(seen(anna, '/anna/docs/open/a.txt')).toBe('allowed');
    expect(seen(anna, '/anna/other')).toBe('allowed');
  });

  test('of a user come after the global ones, and so can allow again', () => {
    const common = { globalRules: [rule('/', false)] };
    expect(seen(actor({}, common), '/a.txt')).toBe('rule');
    expect(seen(actor({ rules: [rule('/mine', true)] }, common), '/mine/a')).toBe('allowed');
    expect(seen(actor({ rules: [rule('/mine', true)] }, common), '/a')).toBe('rule');
  });
});

describe('hidden names', () => {
  test('are refused together with everything below them', () => {
    const anna = actor({ hideDotfiles: true });
    expect(seen(anna, '/.env')).toBe('hidden');
    expect(seen(anna, '/docs/.git')).toBe('hidden');
    expect(seen(anna, '/docs/.git/config')).toBe('hidden');
    expect(seen(anna, '/.ssh/keys/id_rsa')).toBe('hidden');
    expect(seen(anna, '/a.b')).toBe('allowed');
    expect(seen(actor(), '/.env')).toBe('allowed');
  });

  test('apply only below the scope, whose own path may contain dots', () => {
    const anna = actor({ scope: '/.homes/.anna', hideDotfiles: true });
    expect(seen(anna, '/.homes/.anna')).toBe('allowed');
    expect(seen(anna, '/.homes/.anna/a.txt')).toBe('allowed');
    expect(seen(anna, '/.homes/.anna/.ssh/id_rsa')).toBe('hidden');
  });

  test('count below the shared item for visitors', () => {
    const owner = actor({ hideDotfiles: true });
    const visitor = visitorOf(owner, 'hash', { path: treePath('/docs/.site'), fingerprint: '1' });
    expect(seen(visitor, '/docs/.site/index.html')).toBe('allowed');
    expect(seen(visitor, '/docs/.site/.git/config')).toBe('hidden');
  });
});

describe('the server’s own files', () => {
  test('cannot be reached through the tree, whatever rules and permissions say', () => {
    const admin = actor(
      { perm: { ...aStoredUser().perm, admin: true }, rules: [rule('/', true)] },
      { protectedPaths: [treePath('/filebrowser.db')] },
    );
    for (const action of ['see', 'download', 'modify', 'delete'] as const) {
      expect(decide(admin, action, treePath('/filebrowser.db'))).toBe('protected');
    }
    expect(seen(admin, '/filebrowser.db.txt')).toBe('allowed');
  });
});

describe('permissions', () => {
  const nothingAllowed = {
    admin: true,
    execute: false,
    create: false,
    rename: false,
    modify: false,
    delete: false,
    share: false,
    download: false,
  };

  test('are checked individually: seeing needs none, and administrators have no others implicitly', () => {
    const anna = actor({ perm: nothingAllowed });
    expect(decide(anna, 'see', treePath('/a'))).toBe('allowed');
    for (const action of ['download', 'create', 'modify', 'rename', 'delete', 'share'] as const) {
      expect(decide(anna, action, treePath('/a'))).toBe('permission');
      const allowed = actor({ perm: { ...nothingAllowed, [action]: true } });
      expect(decide(allowed, action, treePath('/a'))).toBe('allowed');
    }
  });

  test('that are missing, rules and the scope are refused with the same error', () => {
    const anna = actor({ scope: '/anna', rules: [rule('/no', false)], perm: nothingAllowed });
    for (const path of ['/anna/a', '/anna/no', '/elsewhere']) {
      expect(() => requireAccess(anna, 'download', treePath(path))).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
    }
  });
});
