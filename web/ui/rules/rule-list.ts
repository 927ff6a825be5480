import type { Rule } from '#contract/users.ts';

/** Initial value of a new rule. */
export const NEW_RULE: Rule = { regex: false, allow: false, path: '', regexp: null };

/** Returns the path or the regular expression of a rule. */
export function textOfRule({ regex, path, regexp }: Rule): string {
  return regex ? (regexp?.raw ?? '') : path;
}

/** Returns the rule with another path or expression. */
export function withText(rule: Rule, text: string): Rule {
  return rule.regex
    ? { ...rule, path: '', regexp: { raw: text } }
    : { ...rule, path: text, regexp: null };
}

/** Returns the rule with its text as a path or as a regular expression. */
export function withKind(rule: Rule, regex: boolean): Rule {
  return withText({ ...rule, regex }, textOfRule(rule));
}

/** Returns the problem of a rule that the page can see: no text, or a path that does not begin with '/'. The server checks more. */
export function plainProblem(rule: Rule): 'needed' | 'noSlash' | undefined {
  const text = textOfRule(rule);
  if (text === '') return 'needed';
  return rule.regex || text.startsWith('/') ? undefined : 'noSlash';
}
