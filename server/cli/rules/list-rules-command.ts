import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { ruleListOf, WHOSE_OPTIONS } from './rule-list.ts';
import { printRules } from './shown-rules.ts';

export const listRulesCommand: CliCommand = {
  options: [...WHOSE_OPTIONS, JSON_OPTION],
  examples: ['filebrowser rules ls', 'filebrowser rules ls --username ann --json'],
  async run(call) {
    await withAdministration(call, async (opened) => {
      const { title, rules } = await ruleListOf(call, opened);
      printRules(call, title, rules);
    });
  },
};
