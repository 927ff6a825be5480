import type { TreePath } from '#contract/paths.ts';
import { isWithin, parseTreePath } from '#contract/paths.ts';
import type { Rule } from '#contract/users.ts';
import { RE2JS } from 're2js';

/** A rule made ready for asking many paths. */
export interface CompiledRule {
  readonly allow: boolean;
  matches(path: TreePath): boolean;
}

/**
 * Rules in the order they are judged. Paths are those the user sees (counted from their home), also
 * inside shares. Regular expressions are RE2's, matched in linear time whatever the pattern.
 */
export function compileRules(rules: readonly Rule[]): CompiledRule[] {
  return rules.map((rule) => ({
    allow: rule.allow,
    matches: rule.regex ? regexMatcher(rule) : pathMatcher(rule.path),
  }));
}

function regexMatcher(rule: Rule): (path: TreePath) => boolean {
  const pattern = compilePattern(rule.regexp?.raw);
  // A pattern that cannot be read came from old data. It must open nothing: a broken denial denies.
  if (pattern === undefined) return () => !rule.allow;
  return (path) => pattern.test(path);
}

function compilePattern(raw: string | undefined): RE2JS | undefined {
  if (raw === undefined || raw === '') return undefined;
  try {
    return RE2JS.compile(raw);
  } catch {
    return undefined;
  }
}

/** '/a' means itself and all below; '/a/' only what is below; '/' and '' everything; 'a' nothing. */
function pathMatcher(text: string): (path: TreePath) => boolean {
  if (text === '' || text === '/') return () => true;
  const folder = text.startsWith('/') ? parseTreePath(text) : undefined;
  if (folder === undefined) return () => false;
  if (text.endsWith('/')) return (path) => path !== folder && isWithin(folder, path);
  return (path) => isWithin(folder, path);
}
