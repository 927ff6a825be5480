import type { Rule } from '#contract/users.ts';
import type { CliCall } from '../cli-command.ts';
import { switchOf } from '../option-values.ts';
import { table } from '../../lib/table.ts';

/** The list with the numbers that `rules rm` takes. */
export function printRules(call: CliCall, title: string, rules: readonly Rule[]): void {
  if (switchOf(call.options, 'json') === true) return call.print(JSON.stringify(rules, null, 2));
  if (rules.length === 0) return call.print(`${title}: none`);
  const rows = rules.map((rule, index) => [
    `  ${index}`,
    rule.allow ? 'allow' : 'deny',
    rule.regex ? 'regex' : 'path',
    rule.regex ? (rule.regexp?.raw ?? '') : rule.path,
  ]);
  call.print(`${title}\n${table(rows)}`);
}
