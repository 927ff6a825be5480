// Runs the tests from a fresh clone: installs, builds, and then either everything (`npm test`) or one stage with a filter
// (`npm run test:unit`, `test:integration`, `test:acceptance`, `test:browser`, `test:cluster`, `test:soak`). Uses only what comes with Node until
// the dependencies are installed. Prints at the end what failed and why, what was skipped, and the line `N passed, N failed`. With
// CI=true, a missing program is a failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM, NO_CHROMIUM, provideChromium } from './lib/chromium.mjs';
import { complaintsIn, countInto, sumOfCounts } from './lib/counts.mjs';
import { runSteps, tool } from './lib/steps.mjs';
import { provideTestPrograms } from './lib/test-programs.mjs';
import { UNIT_PROJECTS, vitest } from './lib/vitest-command.mjs';
import { provideObjectStore } from './object-store.mjs';
import { providePostgres } from './postgres.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const REPORTERS = join(ROOT, 'scripts', 'reporters');
const isOnCi = process.env.CI === 'true';

const [stage = 'all', ...filter] = process.argv.slice(2);
/** Lines about programs that are missing here and the tests that are therefore skipped. */
const missing = [];

const install = { name: 'install', command: script('ensure.mjs') };
const build = { name: 'build', command: script('ensure.mjs', '--build'), needs: ['install'] };
const check = { name: 'check', command: script('check.mjs'), needs: ['install'] };

const STAGES = {
  all: () => [
    install,
    build,
    programs('unit', 'integration', 'acceptance', 'browser'),
    check,
    integration(),
    acceptance(),
    browser(),
    browserTests(),
  ],
  unit: () => [install, programs('unit'), unit()],
  integration: () => [install, programs('integration'), integration()],
  acceptance: () => [install, build, programs('acceptance'), acceptance()],
  browser: () => [install, build, programs('browser'), browser(), browserTests()],
  // The long form of the tests of servers that work together, which takes hours.
  cluster: () => [install, programs('integration'), cluster()],
  // Long forms of the tests that repeat: killed servers, random input, hours of use.
  soak: () => [
    install,
    build,
    programs('soak'),
    unit(),
    integration(),
    acceptance(),
    browser(),
    browserTests(),
  ],
};

const steps = STAGES[stage]?.();
if (steps === undefined) {
  console.error(`unknown stage "${stage}". Choose one of: ${Object.keys(STAGES).join(', ')}.`);
  process.exit(1);
}
if (stage === 'soak' || stage === 'cluster') process.env.FB_TEST_SOAK = '1';

const scratch = mkdtempSync(join(tmpdir(), 'filebrowser-tests-'));
const countsFile = join(scratch, 'counts');
countInto(countsFile);
const isOk = await runSteps(ROOT, steps);
const { passed, failed, skipped } = sumOfCounts(countsFile);
for (const complaint of complaintsIn(countsFile)) console.log(`\n✗ ${complaint}`);
rmSync(scratch, { recursive: true, force: true });

console.log('');
for (const line of missing) console.log(line);
if (skipped > 0) console.log(`${skipped} tests were skipped`);
console.log(`${passed} passed, ${failed} failed`);
if (!isOk || failed > 0) process.exitCode = 1;

function script(name, ...args) {
  return [process.execPath, join('scripts', name), ...args];
}

/** Installs the programs that the stages use. */
function programs(...stages) {
  const usesDatabase = stages.some((each) =>
    ['unit', 'integration', 'acceptance', 'soak'].includes(each),
  );
  return {
    name: 'programs for the tests',
    needs: ['install'],
    check: () =>
      report([
        ...provideTestPrograms(stages),
        ...(usesDatabase ? providePostgres() : []),
        ...(usesDatabase ? provideObjectStore() : []),
      ]),
  };
}

function unit() {
  return { name: 'unit tests', command: vitest(UNIT_PROJECTS, ...filter), needs: ['install'] };
}

/** Returns the step of the integration tests. They mostly wait, so more of them run at once than there are cores. */
function integration() {
  const command = vitest('--project=integration', '--maxWorkers=4', ...filter);
  return { name: 'integration tests', command, needs: ['install'] };
}

/** Returns the step of the tests of servers that work together. They load the machine, so they run one after the other. */
function cluster() {
  const files = ['server/cluster/', 'server/cli/cluster', 'server/cli/takeover', ...filter];
  const command = vitest('--maxWorkers=1', '--project=server', '--project=integration', ...files);
  return { name: 'cluster tests', command, needs: ['install'] };
}

function acceptance() {
  const command = vitest('--config=acceptance/vitest.config.ts', ...filter);
  return { name: 'acceptance tests', command, needs: ['build'] };
}

function browser() {
  return {
    name: 'browser',
    needs: ['install'],
    check: () => {
      const program = provideChromium(ROOT);
      if (program === undefined) return report([NO_CHROMIUM]);
      process.env[CHROMIUM] = program;
      console.log(`using ${program}`);
      return [];
    },
  };
}

function browserTests() {
  const command = tool(
    '@playwright/test/cli.js',
    'test',
    '--config=e2e/playwright.config.ts',
    `--reporter=list,${join(REPORTERS, 'playwright-counts.mjs')}`,
    ...filter,
  );
  return {
    name: 'browser tests',
    command,
    needs: ['build', 'browser'],
    skip: () => (process.env[CHROMIUM] === undefined ? NO_CHROMIUM : undefined),
  };
}

/** Takes the lines as failures on CI; elsewhere prints them, now and once more at the end of the run. */
function report(lines) {
  if (isOnCi) return lines;
  missing.push(...lines);
  for (const line of lines) console.log(line);
  return [];
}
