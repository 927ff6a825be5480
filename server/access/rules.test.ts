import type { Rule } from '#contract/users.ts';
import { describe, expect, test } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { compileRules } from './rules.ts';

function onPath(path: string, allow = false): Rule {
  return { regex: false, allow, path, regexp: null };
}

function onPattern(raw: string, allow = false): Rule {
  return { regex: true, allow, path: '', regexp: { raw } };
}

function matching(rule: Rule, paths: readonly string[]): string[] {
  const [compiled] = compileRules([rule]);
  return paths.filter((path) => compiled?.matches(treePath(path)));
}

const PATHS = ['/', '/a', '/a/b', '/a/b/c', '/ab', '/A', '/x/a'];

describe('a rule on a path', () => {
  test.each([
    ['/a', ['/a', '/a/b', '/a/b/c']],
    ['/a/', ['/a/b', '/a/b/c']],
    ['/a/b', ['/a/b', '/a/b/c']],
    ['//a', ['/a', '/a/b', '/a/b/c']],
    ['/', PATHS],
    ['', PATHS],
    ['a', []],
    ['/a/../x', []],
    ['/b', []],
  ])('%j is about %j and nothing else', (path, expected) => {
    expect(matching(onPath(path), PATHS)).toEqual(expected);
  });

  test('stops at the boundary of a name, and takes letters as they are written', () => {
    expect(matching(onPath('/secret'), ['/secrets', '/secret.txt', '/Secret'])).toEqual([]);
  });
});

describe('a rule with a pattern', () => {
  test('is looked for anywhere in the path', () => {
    expect(matching(onPattern('\\.key$'), ['/a.key', '/a/b.key', '/a.key/x', '/akey'])).toEqual([
      '/a.key',
      '/a/b.key',
    ]);
  });

  test('is answered in time that grows with the path only, however the pattern is built', () => {
    const started = performance.now();
    const path = `/${'a'.repeat(250)}!`;
    expect(matching(onPattern('^/(a+)+$'), [path])).toEqual([]);
    expect(matching(onPattern('(a|aa)*(a|aa)*b'), [path])).toEqual([]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test.each(['(', 'a(?=b)', '\\', ''])(
    'that cannot be read, like %j, denies everything and allows nothing',
    (raw) => {
      expect(matching(onPattern(raw, false), PATHS)).toEqual(PATHS);
      expect(matching(onPattern(raw, true), PATHS)).toEqual([]);
    },
  );

  test('that is missing altogether denies everything and allows nothing', () => {
    const rule = (allow: boolean): Rule => ({ regex: true, allow, path: '', regexp: null });
    expect(matching(rule(false), PATHS)).toEqual(PATHS);
    expect(matching(rule(true), PATHS)).toEqual([]);
  });
});

test('rules keep the order in which they were given', () => {
  const rules = [onPath('/a'), onPath('/b', true), onPattern('c')];
  expect(compileRules(rules).map(({ allow }) => allow)).toEqual([false, true, false]);
});
