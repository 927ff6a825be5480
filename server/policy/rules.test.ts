import type { Rule } from '#contract/users.ts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { treePath } from '../testing/stored-records.ts';
import { re2 } from './re2.ts';
import { compileRules, type RuleOptions } from './rules.ts';

function onPath(path: string, allow = false): Rule {
  return { regex: false, allow, path, regexp: null };
}

function onPattern(raw: string, allow = false): Rule {
  return { regex: true, allow, path: '', regexp: { raw } };
}

function matching(rule: Rule, paths: readonly string[], options?: RuleOptions): string[] {
  const compiled = compileRules([rule], options);
  return paths.filter((path) => compiled.decidingRule(treePath(path)) === 0);
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
    const path = `/${'a'.repeat(250)}!`;
    expect(matching(onPattern('^/(a+)+$'), [path])).toEqual([]);
    expect(matching(onPattern('(a|aa)*(a|aa)*b'), [path])).toEqual([]);
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

describe('on a volume where another case is the same file', () => {
  const folding = { foldsCase: true };

  test('a rule on a path applies regardless of case and normalization', () => {
    const asked = ['/Secret', '/SECRET/a', '/secrets'];
    expect(matching(onPath('/sEcret'), asked, folding)).toEqual(['/Secret', '/SECRET/a']);
    expect(matching(onPath('/sEcret/'), asked, folding)).toEqual(['/SECRET/a']);
    expect(matching(onPath('/\u00fc'), ['/u\u0308', '/\u00dc'], folding)).toHaveLength(2);
  });

  test('a pattern matches as written', () => {
    const asked = ['/Secret', '/secret'];
    expect(matching(onPattern('secret'), asked, folding)).toEqual(['/secret']);
    expect(matching(onPattern('(?i)secret'), asked, folding)).toEqual(asked);
  });
});

describe('several rules', () => {
  const rules = [
    onPath('/'),
    onPath('/a', true),
    onPath('/a/b/'),
    onPattern('open$', true),
    onPath('/a/b/c/never'),
    onPath('/a', true),
    onPath('/a/b/'),
  ];

  test.each([
    ['/', 0, false],
    ['/x', 0, false],
    ['/x/open', 3, true],
    ['/a', 5, true],
    ['/a/open', 5, true],
    ['/a/b', 5, true],
    ['/a/b/c', 6, false],
    ['/a/b/c/never', 6, false],
  ])('the last that matches decides about %j', (path, index, allowed) => {
    const compiled = compileRules(rules);
    expect(compiled.decidingRule(treePath(path))).toBe(index);
    expect(compiled.allows(treePath(path))).toBe(allowed);
  });

  test('none needs to match, which allows', () => {
    const compiled = compileRules([onPath('/a'), onPattern('b')]);
    expect(compiled.decidingRule(treePath('/c'))).toBeUndefined();
    expect(compiled.allows(treePath('/c'))).toBe(true);
  });

  test('paths can be checked in any order', () => {
    const compiled = compileRules([onPath('/a/b'), onPath('/a/b/c', true), onPath('/x/')]);
    const asked = ['/a/b/d', '/a/b/c', '/a/b/c/d', '/a', '/a/b/d', '/x', '/x/y', '/', '/a/b/c/e'];
    const expected = asked.map((path) => {
      const alone = compileRules([onPath('/a/b'), onPath('/a/b/c', true), onPath('/x/')]);
      return alone.allows(treePath(path));
    });
    expect(asked.map((path) => compiled.allows(treePath(path)))).toEqual(expected);
  });

  test('many do not make each path slower: comparing each path with each rule would exceed the time limit', () => {
    const count = 100_000;
    const many = Array.from({ length: count }, (_, index) => onPath(`/${index}/secret`));
    const compiled = compileRules(many);
    let allowed = 0;
    for (let index = 0; index < count; index += 1) {
      if (compiled.allows(treePath(`/${index}/docs`))) allowed += 1;
    }
    expect(allowed).toBe(count);
    expect(compiled.allows(treePath('/7/secret/a'))).toBe(false);
  });

  test('patterns are read once, however often and for whomever rules are made ready', () => {
    const reading = vi.spyOn(re2().RE2JS, 'compile');
    onTestFinished(() => reading.mockRestore());
    const rules = Array.from({ length: 100 }, (_, index) => onPattern(`^/${index}/.*[.]tmp$`));

    for (let session = 0; session < 5; session += 1) compileRules(rules);

    expect(reading).toHaveBeenCalledTimes(100);
    expect(compileRules(rules).allows(treePath('/7/a.tmp'))).toBe(false);
    expect(compileRules(rules).allows(treePath('/7/a.txt'))).toBe(true);
  });
});
