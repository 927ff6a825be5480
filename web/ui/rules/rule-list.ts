import type { Rule } from '#contract/users.ts';

/** What a rule of the editor begins as: nothing is denied by it until it says what. */
export const NEW_RULE: Rule = { regex: false, allow: false, path: '', regexp: null };

/** What the rule is about, as it is typed: its path, or its regular expression. */
export function textOfRule({ regex, path, regexp }: Rule): string {
  return regex ? (regexp?.raw ?? '') : path;
}

/** The same rule about something else. */
export function withText(rule: Rule, text: string): Rule {
  return rule.regex
    ? { ...rule, path: '', regexp: { raw: text } }
    : { ...rule, path: text, regexp: null };
}

/** The same text, read as a regular expression, or as a path. */
export function withKind(rule: Rule, regex: boolean): Rule {
  return withText({ ...rule, regex }, textOfRule(rule));
}

/** What is wrong with a rule at first sight; the server knows more. */
export function plainProblem(rule: Rule): 'needed' | 'noSlash' | undefined {
  const text = textOfRule(rule);
  if (text === '') return 'needed';
  return rule.regex || text.startsWith('/') ? undefined : 'noSlash';
}
