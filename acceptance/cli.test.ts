import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CliFolder, type CliResult } from './cli/cli-folder.ts';
import { loadCliScenarios, type CliExchange, type CliScenario } from './cli/cli-format.ts';
import { compareDocument, parseRecordedYaml } from './cli/compare-document.ts';
import { CLI, type CliExpectation } from './expectations/cli.ts';
import type { Json } from './replay/recording-format.ts';

const SCENARIOS = loadCliScenarios();

for (const scenario of SCENARIOS) describeScenario(scenario);

it('every expectation belongs to a recorded command', () => {
  const titles = new Set(
    SCENARIOS.flatMap(({ name, exchanges }) => exchanges.map((one) => `${name} / ${one.name}`)),
  );
  const ours = Object.entries(CLI).flatMap(([scenario, exchanges]) =>
    Object.keys(exchanges).map((name) => `${scenario} / ${name}`),
  );
  expect(ours.filter((title) => !titles.has(title))).toEqual([]);
});

/** Runs the commands of a scenario; each finds what those before it have left. */
function describeScenario({ name: scenario, exchanges }: CliScenario): void {
  describe.sequential(`cli: ${scenario}`, () => {
    let folder: CliFolder;
    beforeAll(() => {
      folder = new CliFolder(inject('scratch'));
    });
    afterAll(() => folder?.remove());
    for (const exchange of exchanges) {
      it(exchange.name, () => assertAsDecided(folder, exchange, CLI[scenario]?.[exchange.name]));
    }
  });
}

function assertAsDecided(
  folder: CliFolder,
  exchange: CliExchange,
  own: CliExpectation | undefined,
): void {
  if (exchange.overruled !== undefined && own === undefined) {
    throw new Error(`nothing is decided instead of: ${exchange.overruled}`);
  }
  const differences = replay(folder, exchange, own);
  if (differences.length > 0) throw new Error(differences.join('\n'));
}

function replay(
  folder: CliFolder,
  { cli, response }: CliExchange,
  own: CliExpectation | undefined,
): string[] {
  for (const [name, text] of Object.entries(cli.files ?? {})) folder.write(name, text);
  const result = folder.run(cli.args);
  const status = own?.status ?? response.status;
  if (result.status !== status) {
    return [`it ended with ${result.status} instead of ${status}: ${result.stderr}`];
  }
  return [
    ...compareOutput(result, response.body?.['stdout'], own),
    ...compareFiles(folder, response.body ?? {}, own),
    ...toldWell(result),
  ];
}

function compareOutput(
  { stdout }: CliResult,
  recorded: Json | undefined,
  own: CliExpectation | undefined,
): string[] {
  if (own?.says !== undefined) {
    const { says, saysNot = [] } = own;
    const plain = stdout.replaceAll(/ +/g, ' ');
    return [
      ...says.filter((text) => !matches(plain, text)).map((text) => `it does not say ${text}`),
      ...saysNot.filter((text) => matches(plain, text)).map((text) => `it says ${text}`),
    ].map((difference) => `${difference}: ${stdout}`);
  }
  if (typeof recorded !== 'string') return [];
  return compareDocument(recorded.trimEnd(), stdout.trimEnd(), 'stdout');
}

function matches(text: string, expected: string | RegExp): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}

function compareFiles(
  folder: CliFolder,
  body: Readonly<Record<string, Json>>,
  own: CliExpectation | undefined,
): string[] {
  return Object.entries(body).flatMap(([name, recorded]) => {
    if (name === 'stdout') return [];
    const document = typeof recorded === 'string' ? parseRecordedYaml(recorded) : recorded;
    const expected = own?.file === undefined ? document : own.file(document);
    return compareDocument(expected, folder.read(name), name);
  });
}

/** Returns the complaints about an error message: it must be one line without a stack. */
function toldWell({ status, stderr }: CliResult): string[] {
  if (status === 0) return [];
  return /^filebrowser: [^\n]+\n$/.test(stderr) ? [] : [`the mistake is told so: ${stderr}`];
}
