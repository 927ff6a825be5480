import type { TreePath } from '#contract/paths.ts';
import type { DecidingRule, RuleProblem, RuleTrial, RuleTrialOutcome } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { compileRules, type RuleOptions } from '../../policy/rules.ts';
import { ruleListProblem, ruleProblem } from '../../administration/rules/rule-problem.ts';
import { AppError } from '../../errors.ts';

type Lists = Omit<RuleTrial, 'path'>;

/** Returns how rules that are not saved yet decide about a path, relative to the scope. */
export function tryRules(
  { global, user }: Lists,
  path: TreePath,
  options: RuleOptions,
): RuleTrialOutcome {
  for (const list of [global, user]) requireAcceptableLength(list);
  const problems = [...problemsOf('global', global), ...problemsOf('user', user)];
  // An invalid pattern decides like one that is already stored.
  const rules = compileRules([...global, ...user], options);
  const decidedBy = positionInLists(rules.decidingRule(path), { global, user });
  return { allowed: rules.allows(path), ...(decidedBy && { decidedBy }), problems };
}

/** Converts an index in the list of all rules, where the global ones come first. */
export function positionInLists(
  index: number | undefined,
  { global, user }: { readonly global: readonly Rule[]; readonly user: readonly Rule[] },
): DecidingRule | undefined {
  if (index === undefined) return undefined;
  const isGlobal = index < global.length;
  const list = isGlobal ? global : user;
  const position = isGlobal ? index : index - global.length;
  const rule = list[position];
  return rule && { list: isGlobal ? 'global' : 'user', index: position, allow: rule.allow };
}

function requireAcceptableLength(rules: readonly Rule[]): void {
  const wrong = ruleListProblem(rules);
  if (wrong !== undefined && wrong.index === undefined) {
    throw new AppError('invalid-request', wrong.reason, { refusal: wrong.refusal });
  }
}

function problemsOf(list: RuleProblem['list'], rules: readonly Rule[]): RuleProblem[] {
  return rules.flatMap((rule, index) => {
    const problem = ruleProblem(rule);
    return problem === undefined ? [] : [{ list, index, ...problem }];
  });
}
