import { printable } from '../../lib/table.ts';
import type { Finding, Verdict } from './finding.ts';

/** The report for people: one finding a line, and below it what to do. */
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
