import type { TreePath } from '#contract/paths.ts';
import { parentOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { Rule } from '#contract/users.ts';
import { RE2JS } from 're2js';
import { LruMap } from '../lib/lru-map.ts';
import { foldCase } from './fold-case.ts';

/** Rules made ready for asking many paths. The last one that matches decides; without one a path is open. */
export interface RuleSet {
  readonly size: number;
  /** The place in the list of the last rule that matches; undefined when none does. */
  decidingRule(path: TreePath): number | undefined;
  allows(path: TreePath): boolean;
}

export interface RuleOptions {
  /** On a volume where another case leads to the same file, a path rule is about it in every case. */
  readonly foldsCase?: boolean | undefined;
}

/**
 * Rules in the order they are judged. Paths are those the user sees (counted from their home), also
 * inside shares. Regular expressions are RE2's, matched in linear time whatever the pattern, and never folded.
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

/** Path rules are looked up by the folders above a path, so that a long list costs no more than a short one. */
class CompiledRules implements RuleSet {
  readonly size: number;
  readonly #allows: readonly boolean[];
  readonly #foldsCase: boolean;
  /** '/a' means itself and all below, '/a/' only what is below. By their path, the last rule of each. */
  readonly #whole = new Map<TreePath, number>();
  readonly #below = new Map<TreePath, number>();
  /** The last one first. */
  readonly #patterns: readonly PatternRule[];
  /** What the last asked path has from the folders above it: its neighbours are mostly asked next. */
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
    const byPath = this.#ofPath(this.#foldsCase ? foldCase(path) : path);
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

  /** '/' and '' mean everything; 'a' and what is no path mean nothing. */
  #addPath(text: string, index: number): void {
    const path = text === '' || text.startsWith('/') ? parseTreePath(text) : undefined;
    if (path === undefined) return;
    const isBelow = text.length > 1 && text.endsWith('/');
    (isBelow ? this.#below : this.#whole).set(this.#foldsCase ? foldCase(path) : path, index);
  }

  #ofPath(path: TreePath): number {
    if (this.#whole.size + this.#below.size === 0) return NONE;
    const own = this.#whole.get(path) ?? NONE;
    if (path === ROOT) return own;
    const folder = parentOf(path);
    if (folder !== this.#folder) {
      this.#inherited = this.#ofAllBelow(folder);
      this.#folder = folder;
    }
    return Math.max(own, this.#inherited);
  }

  #ofAllBelow(folder: TreePath): number {
    const here = Math.max(this.#whole.get(folder) ?? NONE, this.#below.get(folder) ?? NONE);
    return folder === ROOT ? here : Math.max(here, this.#ofAllBelow(parentOf(folder)));
  }
}

function patternMatcher(rule: Rule): (path: TreePath) => boolean {
  const pattern = compilePattern(rule.regexp?.raw);
  // A pattern that cannot be read came from old data. It must open nothing: a broken denial denies.
  if (pattern === undefined) return () => !rule.allow;
  return (path) => pattern.test(path);
}

/** As many as there may be for everybody, and again as many for users. */
const compiled = new LruMap<string, RE2JS>(2_000);

/** Each is made ready once: rules are, for everybody who is signed in, after every change in the database. */
function compilePattern(raw: string | undefined): RE2JS | undefined {
  if (raw === undefined || raw === '') return undefined;
  const known = compiled.get(raw);
  if (known !== undefined) return known;
  try {
    const pattern = RE2JS.compile(raw);
    compiled.set(raw, pattern);
    return pattern;
  } catch {
    return undefined;
  }
}
