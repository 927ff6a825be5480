import type { Rule } from '#contract/users.ts';
import { describe, expect, test } from 'vitest';
import { ruleListProblem, ruleProblem } from './rule-problem.ts';

function onPath(path: string): Rule {
  return { regex: false, allow: false, path, regexp: null };
}

function onPattern(raw: string): Rule {
  return { regex: true, allow: false, path: '', regexp: { raw } };
}

describe('a rule on a path', () => {
  test.each(['/', '/docs', '/docs/', '//docs', '/a b/ü', '/..hidden'])('may say %j', (path) => {
    expect(ruleProblem(onPath(path))).toBeUndefined();
  });

  test.each([
    ['', 'the path is empty; / stands for everything'],
    ['docs', 'the path has to begin with /'],
    ['/docs/../x', 'the path must not contain . or .. as a name'],
    ['/./docs', 'the path must not contain . or .. as a name'],
    ['/a\0b', 'the path is too long, or not readable text'],
    [`/${'a'.repeat(300)}`, 'the path is too long, or not readable text'],
  ])('%j is refused, and told why', (path, reason) => {
    expect(ruleProblem(onPath(path))?.reason).toBe(reason);
  });

  test('may come with the empty pattern that old clients send', () => {
    expect(ruleProblem({ ...onPath('/docs'), regexp: { raw: '' } })).toBeUndefined();
  });
});

describe('a rule with a pattern', () => {
  test.each(['x$', '(?i)^/secret\\.txt$', '(?P<year>\\d{4})', '\\.(?:key|pem)$'])(
    'may say %j',
    (pattern) => {
      expect(ruleProblem(onPattern(pattern))).toBeUndefined();
    },
  );

  test.each([
    ['', 'the pattern is empty'],
    ['(', 'the pattern cannot be read: missing closing ): `(`'],
    ['a(?=b)', 'the pattern cannot be read: invalid or unsupported Perl syntax: `(?=`'],
    ['(a{1000}){1000}', 'the pattern cannot be read: invalid repeat count: `{1000}`'],
    ['a'.repeat(1_001), 'the pattern has more than 1000 characters'],
    ['a{1000}b{1000}', 'the pattern repeats too much'],
    ['\ud800', 'the pattern is not readable text'],
  ])('%j is refused, and told why', (pattern, reason) => {
    expect(ruleProblem(onPattern(pattern))?.reason).toBe(reason);
  });

  test('that is missing is as good as empty', () => {
    expect(ruleProblem({ ...onPattern(''), regexp: null })?.reason).toBe('the pattern is empty');
  });
});

describe('a list of rules', () => {
  test('reports which of them is wrong', () => {
    expect(ruleListProblem([onPath('/a'), onPattern('(')])).toEqual({
      index: 1,
      reason: 'the pattern cannot be read: missing closing ): `(`',
      refusal: { code: 'pattern-unreadable', about: '(' },
    });
  });

  test('has a limit', () => {
    const many = Array.from({ length: 1_001 }, () => onPath('/a'));
    expect(ruleListProblem(many)).toEqual({
      index: undefined,
      reason: 'more than 1000 rules',
      refusal: { code: 'too-many', about: 1_000 },
    });
    expect(ruleListProblem(many.slice(1))).toBeUndefined();
  });

  test('accepts stored rules in any position, but no additional ones', () => {
    const old = [onPath('docs'), onPattern('(')];
    expect(ruleListProblem([onPattern('('), onPath('/new'), onPath('docs')], old)).toBeUndefined();
    expect(ruleListProblem([onPath('x'), ...old], old)?.index).toBe(0);
  });
});
