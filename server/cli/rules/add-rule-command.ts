import type { Rule } from '#contract/users.ts';
import { ruleProblem } from '../../administration/rules/rule-problem.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type CliCall, type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { ruleListOf, WHOSE_OPTIONS } from './rule-list.ts';
import { printRules } from './shown-rules.ts';

export const addRuleCommand: CliCommand = {
  arguments: [{ name: 'path|expression' }],
  options: [
    { name: 'allow', letter: 'a', help: 'allow what an earlier rule denies; else it is denied' },
    { name: 'regex', letter: 'r', help: 'a regular expression (RE2) instead of a path' },
    ...WHOSE_OPTIONS,
    JSON_OPTION,
  ],
  details: `A path begins with / and means itself and all below. The last rule that matches
decides; a user's own are judged after those for everybody. Paths are those the
user sees, counted from their folder. The rule counts from the next request on.`,
  examples: [
    'filebrowser rules add /private',
    'filebrowser rules add /private/holidays --allow --username ann',
    "filebrowser rules add --regex '\\.(bak|tmp)$'",
  ],
  async run(call) {
    const rule = typedRule(call);
    const problem = ruleProblem(rule);
    if (problem !== undefined) throw new StartupError(problem.reason);
    await withAdministration(call, async (opened) => {
      const list = await ruleListOf(call, opened);
      printRules(call, list.title, await list.change((rules) => [...rules, rule]));
    });
  },
};

function typedRule({ arguments: [typed = ''], options }: CliCall): Rule {
  const allow = switchOf(options, 'allow') ?? false;
  return switchOf(options, 'regex') === true
    ? { regex: true, allow, path: '', regexp: { raw: typed } }
    : { regex: false, allow, path: typed, regexp: null };
}
