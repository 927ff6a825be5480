import { ALL_SETTINGS } from '../../config/settings.ts';
import { printable } from '../../lib/table.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { examine } from './examine.ts';
import type { Finding, Verdict } from './finding.ts';

export const doctorCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ALL_SETTINGS.map(({ name }) => name),
  details: `Examines everything that a server with the same flags, variables and configuration
file depends on: the machine, the root, the database, and who has access. Nothing is
changed. Run it beside the server if you like, best as the same user. Ends with exit
code 1 if something is bad.`,
  examples: [
    'filebrowser doctor --root /srv/files --database /var/lib/filebrowser/fb.db',
    'filebrowser doctor --json',
  ],
  async run({ options, flags, surroundings, print }) {
    const findings = await examine({ flags, surroundings });
    const isForPrograms = options.get('json') === 'true';
    print(isForPrograms ? JSON.stringify(findings, undefined, 2) : reportText(findings));
    return findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0;
  },
};

/** Formats the report for people: a line for each finding, followed by the advice. */
export function reportText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length));
  const lines = findings.flatMap(({ verdict, about, seen, advice }) => [
    `${verdict.padEnd(4)}  ${about.padEnd(width)}  ${seen}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 8)}${advice}`]),
  ]);
  return [...lines.map(printable), '', summary(findings)].join('\n');
}

function summary(findings: readonly Finding[]): string {
  const count = (verdict: Verdict) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  return `${count('ok')} ok, ${count('warn')} to look at, ${count('bad')} bad`;
}
