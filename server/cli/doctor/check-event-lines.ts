import {
  commandLineProblem,
  wordsOfLine,
} from '../../administration/settings/command-line-problem.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { findProgram } from '../../programs/find-program.ts';
import { bad, type Finding, ok } from './finding.ts';

const ABOUT = 'on events';

/** Lines that cannot be read, or have no program. `shell` reads them all, where there is one. */
export async function checkEventLines(
  commands: StoredGlobalSettings['commands'],
  shell: readonly string[],
  searchPath: readonly string[],
): Promise<Finding[]> {
  const lines = Object.entries(commands).flatMap(([event, list]) =>
    list.map((line, index) => ({ place: `${event} ${index}`, line })),
  );
  if (lines.length === 0) return [ok(ABOUT, 'nothing is run')];
  const findings: Finding[] = [];
  for (const { place, line } of lines) {
    const problem = commandLineProblem(line);
    if (problem !== undefined) {
      const advice = `cmds rm ${place}, and add it in other words`;
      findings.push(bad(ABOUT, `${place} ${problem.reason}`, advice));
      continue;
    }
    const [program = ''] = shell.length > 0 ? shell : wordsOfLine(line);
    findings.push(...(await programFindings(place, program, searchPath)));
  }
  if (findings.length > 0) return findings;
  return [ok(ABOUT, `${lines.length}, and their programs are there`)];
}

async function programFindings(
  place: string,
  program: string,
  searchPath: readonly string[],
): Promise<Finding[]> {
  const found = await findProgram(program, searchPath);
  switch (found.kind) {
    case 'found':
      return [];
    case 'missing': {
      const advice = 'install it, name its folder in --commandPath, or write its absolute path';
      return [bad(ABOUT, `${place}: there is no program ${program}`, advice)];
    }
    case 'not-executable':
      return [bad(ABOUT, `${place}: ${program} cannot be run by this user`, `chmod +x ${program}`)];
  }
}
