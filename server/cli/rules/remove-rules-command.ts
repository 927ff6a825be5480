import type { Rule } from '#contract/users.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { ruleListOf, WHOSE_OPTIONS } from './rule-list.ts';
import { printRules } from './shown-rules.ts';

export const removeRulesCommand: CliCommand = {
  arguments: [{ name: 'number' }, { name: 'last', optional: true }],
  options: [
    ...WHOSE_OPTIONS,
    { name: 'index', takes: 'number', help: 'not needed; scripts for File Browser 2 have it' },
    JSON_OPTION,
  ],
  details: `Numbers are those of "rules ls". With two of them, both and all between go.`,
  examples: ['filebrowser rules rm 0', 'filebrowser rules rm 2 4 --username ann'],
  async run(call) {
    const [from = '', to = from] = call.arguments;
    const first = numberFrom(from);
    const last = numberFrom(to);
    await withAdministration(call, async (opened) => {
      const list = await ruleListOf(call, opened);
      printRules(call, list.title, await list.change((rules) => without(rules, first, last)));
    });
  },
};

function numberFrom(typed: string): number {
  if (/^\d{1,9}$/.test(typed)) return Number(typed);
  throw new StartupError(`a rule's number is meant, as "rules ls" shows it, not "${typed}"`);
}

function without(rules: readonly Rule[], first: number, last: number): Rule[] {
  if (last < first) throw new StartupError(`${first} comes after ${last}`);
  if (last >= rules.length) {
    const there = rules.length === 0 ? 'there are no rules' : `the last one is ${rules.length - 1}`;
    throw new StartupError(`there is no rule ${last}; ${there}`);
  }
  return rules.filter((_, index) => index < first || index > last);
}
