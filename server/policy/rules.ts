import type { TreePath } from '#contract/paths.ts';
import { parentOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { Rule } from '#contract/users.ts';
import type { RE2JS } from 're2js';
import { LruMap } from '../lib/lru-map.ts';
import { foldCase } from './fold-case.ts';
import { re2 } from './re2.ts';

/** Compiled rules. The last rule that matches a path decides; without one, the path is allowed. */
export interface RuleSet {
  readonly size: number;
  /** Returns the index of the last rule that matches; undefined if none does. */
  decidingRule(path: TreePath): number | undefined;
  allows(path: TreePath): boolean;
}

export interface RuleOptions {
  /** True on case-insensitive file systems, where path rules apply regardless of case. */
  readonly foldsCase?: boolean | undefined;
}

/**
 * Compiles rules, given in the order in which they apply. Paths are those that the user sees (relative to the home),
 * also inside shares. Regular expressions have the syntax of RE2, run in linear time, and are case-sensitive
 * everywhere.
 */
export function compileRules(
  rules: readonly Rule[],
  { foldsCase = false }: RuleOptions = {},
): RuleSet {
  return new CompiledRules(rules, foldsCase);
}

const NONE = -1;

interface PatternRule {
  readonly index: number;
  matches(path: TreePath): boolean;
}

/** Looks up path rules by the parent folders of a path, so that the cost does not depend on the number of rules. */
class CompiledRules implements RuleSet {
  readonly size: number;
  readonly #allows: readonly boolean[];
  readonly #foldsCase: boolean;
  /** The index of the last rule for each path of a rule like '/a', which matches the path itself and everything below. */
  readonly #whole = new Map<TreePath, number>();
  /** The same for rules like '/a/', which match only what is below the path. */
  readonly #below = new Map<TreePath, number>();
  /** Rules with regular expressions, the last one first. */
  readonly #patterns: readonly PatternRule[];
  /** The folder of the path that was looked up last, and the rule that everything in it inherits. Mostly, the next path is in it too. */
  #folder: TreePath | undefined;
  #inherited = NONE;

  constructor(rules: readonly Rule[], foldsCase: boolean) {
    this.size = rules.length;
    this.#allows = rules.map(({ allow }) => allow);
    this.#foldsCase = foldsCase;
    const patterns: PatternRule[] = [];
    for (const [index, rule] of rules.entries()) {
      if (rule.regex) patterns.unshift({ index, matches: patternMatcher(rule) });
      else this.#addPath(rule.path, index);
    }
    this.#patterns = patterns;
  }

  decidingRule(path: TreePath): number | undefined {
    const byPath = this.#lastPathRule(this.#foldsCase ? foldCase(path) : path);
    for (const { index, matches } of this.#patterns) {
      if (index < byPath) break;
      if (matches(path)) return index;
    }
    return byPath === NONE ? undefined : byPath;
  }

  allows(path: TreePath): boolean {
    const deciding = this.decidingRule(path);
    return deciding === undefined || this.#allows[deciding] === true;
  }

  /** Adds a path rule. '/' and '' match everything; 'a' and texts that are no path match nothing. */
  #addPath(text: string, index: number): void {
    const path = text === '' || text.startsWith('/') ? parseTreePath(text) : undefined;
    if (path === undefined) return;
    const isBelow = text.length > 1 && text.endsWith('/');
    (isBelow ? this.#below : this.#whole).set(this.#foldsCase ? foldCase(path) : path, index);
  }

  /** Returns the index of the last path rule that matches, or NONE. */
  #lastPathRule(path: TreePath): number {
    if (this.#whole.size + this.#below.size === 0) return NONE;
    const own = this.#whole.get(path) ?? NONE;
    if (path === ROOT) return own;
    const folder = parentOf(path);
    if (folder !== this.#folder) {
      this.#inherited = this.#lastRuleBelow(folder);
      this.#folder = folder;
    }
    return Math.max(own, this.#inherited);
  }

  /** Returns the index of the last path rule that matches everything below a folder, or NONE. */
  #lastRuleBelow(folder: TreePath): number {
    const here = Math.max(this.#whole.get(folder) ?? NONE, this.#below.get(folder) ?? NONE);
    return folder === ROOT ? here : Math.max(here, this.#lastRuleBelow(parentOf(folder)));
  }
}

function patternMatcher(rule: Rule): (path: TreePath) => boolean {
  const pattern = compilePattern(rule.regexp?.raw);
  // A pattern that does not compile comes from old data. It must never allow anything: a broken denial denies.
  if (pattern === undefined) return () => !rule.allow;
  return (path) => pattern.test(path);
}

/** Compiled patterns by their text. Twice as many as there may be global rules, so that the rules of users have space too. */
const compiled = new LruMap<string, RE2JS>(2_000);

/**
 * Returns a cached pattern: the rules of all users with a session are compiled again after every change in the
 * database.
 */
function compilePattern(raw: string | undefined): RE2JS | undefined {
  if (raw === undefined || raw === '') return undefined;
  const known = compiled.get(raw);
  if (known !== undefined) return known;
  const library = re2();
  try {
    const pattern = library.RE2JS.compile(raw);
    compiled.set(raw, pattern);
    return pattern;
  } catch {
    return undefined;
  }
}
