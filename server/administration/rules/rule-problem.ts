import { parseTreePath } from '#contract/paths.ts';
import type { Rule } from '#contract/users.ts';
import { re2 } from '../../policy/re2.ts';
import { type Problem, problemWith } from '../problem.ts';

const MAX_CHARACTERS = 1_000;
const MAX_RULES = 1_000;
/**
 * Maximum number of steps of a compiled pattern: `a{1000}` has a thousand. Patterns are matched with every entry of
 * every listing.
 */
const MAX_STEPS = 2_000;

/** Returns why a rule cannot be saved, as a text for the user; undefined if it can. */
export function ruleProblem(rule: Rule): Problem | undefined {
  return rule.regex ? patternProblem(rule.regexp?.raw ?? '') : pathProblem(rule.path);
}

/** The first wrong rule of a list, and the reason. */
export interface RuleListProblem extends Problem {
  /** Index of the rule; undefined if the list as a whole is wrong. */
  readonly index: number | undefined;
}

/**
 * Returns the first problem of a list of rules. Rules that are equal to one in `stored` are not checked, so that an
 * old rule never prevents other changes.
 */
export function ruleListProblem(
  rules: readonly Rule[],
  stored: readonly Rule[] = [],
): RuleListProblem | undefined {
  if (rules.length > MAX_RULES && rules.length > stored.length) {
    const words = `more than ${MAX_RULES} rules`;
    return { index: undefined, ...problemWith(words, 'too-many', MAX_RULES) };
  }
  const known = new Set(stored.map(wordsOf));
  for (const [index, rule] of rules.entries()) {
    const problem = known.has(wordsOf(rule)) ? undefined : ruleProblem(rule);
    if (problem !== undefined) return { index, ...problem };
  }
  return undefined;
}

function wordsOf({ regex, path, regexp }: Rule): string {
  return JSON.stringify(regex ? [regexp?.raw] : path);
}

function patternProblem(pattern: string): Problem | undefined {
  if (pattern === '') return problemWith('the pattern is empty', 'nothing-typed');
  if (pattern.length > MAX_CHARACTERS) {
    const words = `the pattern has more than ${MAX_CHARACTERS} characters`;
    return problemWith(words, 'too-long', MAX_CHARACTERS);
  }
  if (pattern.includes('\0') || !pattern.isWellFormed()) {
    return problemWith('the pattern is not readable text', 'unstorable');
  }
  const { RE2JS, RE2JSSyntaxException } = re2();
  try {
    const steps = RE2JS.compile(pattern).programSize();
    if (steps <= MAX_STEPS) return undefined;
    return problemWith('the pattern repeats too much', 'pattern-too-costly');
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const words = error.message.replace(/^error parsing regexp: /, '');
    const part = /`(.+)`$/s.exec(words)?.[1] ?? pattern;
    return problemWith(`the pattern cannot be read: ${words}`, 'pattern-unreadable', part);
  }
}

function pathProblem(path: string): Problem | undefined {
  if (path === '') {
    return problemWith('the path is empty; / stands for everything', 'nothing-typed');
  }
  if (!path.startsWith('/')) return problemWith('the path has to begin with /', 'no-slash');
  if (path.split('/').some((name) => name === '.' || name === '..')) {
    return problemWith('the path must not contain . or .. as a name', 'bad-path');
  }
  if (parseTreePath(path) === undefined) {
    return problemWith('the path is too long, or not readable text', 'unstorable');
  }
  return undefined;
}
