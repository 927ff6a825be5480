import type { Rule } from '#contract/users.ts';
import { ruleProblem } from '../../administration/rules/rule-problem.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { bad, type Finding, ok } from './finding.ts';

const ABOUT = 'rules';

/** Rules that came from old data may be unreadable: such a denial denies everything, such an allowance nothing. */
export function checkRules(global: readonly Rule[], users: readonly StoredUser[]): Finding[] {
  const findings = [
    ...findingsOf(global, 'global rule', ''),
    ...users.flatMap(({ id, username, rules }) =>
      findingsOf(rules, `rule of ${username}:`, ` -i ${id}`),
    ),
  ];
  if (findings.length > 0) return findings;
  const count = users.reduce((sum, { rules }) => sum + rules.length, global.length);
  return [ok(ABOUT, count === 0 ? 'there are none' : `${count}, all of them readable`)];
}

function findingsOf(rules: readonly Rule[], whose: string, choice: string): Finding[] {
  return rules.flatMap((rule, index) => {
    const problem = ruleProblem(rule);
    if (problem === undefined) return [];
    const effect = rule.allow ? 'it allows nothing' : 'it denies everything';
    const seen = `${whose} ${index}: ${problem.reason}${rule.regex ? `, so that ${effect}` : ''}`;
    return [bad(ABOUT, seen, `rules rm ${index}${choice}, and add it in other words`)];
  });
}
