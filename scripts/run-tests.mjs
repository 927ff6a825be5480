// All tests, from a fresh clone: installs and builds, then runs the check, the acceptance tests against the
// built server and the journeys in a browser. Uses only what comes with Node until it has installed. Ends with
// what failed and why, and the line `N passed, N failed`. Nothing is skipped in silence: what cannot run counts as failed.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideArchiveTools } from './lib/archive-tools.mjs';
import { CHROMIUM, provideChromium } from './lib/chromium.mjs';
import { complaintsIn, countInto, sumOfCounts } from './lib/counts.mjs';
import { provideMediaTools } from './lib/media-tools.mjs';
import { providePackagingTools } from './lib/packaging-tools.mjs';
import { provideSandbox } from './lib/sandbox-tools.mjs';
import { provideShells } from './lib/shell-tools.mjs';
import { runSteps, tool } from './lib/steps.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const scratch = mkdtempSync(join(tmpdir(), 'filebrowser-tests-'));
const countsFile = join(scratch, 'counts');
countInto(countsFile);
const isOk = await runSteps(ROOT, [
  { name: 'install', command: script('ensure.mjs') },
  { name: 'build', command: script('ensure.mjs', '--build'), needs: ['install'] },
  { name: 'programs that unpack archives', check: archiveTools },
  { name: 'programs that make films', check: mediaTools },
  { name: 'sandbox for commands', check: sandbox },
  { name: 'shells', check: shells },
  { name: 'proxies and systemd', check: packagingTools },
  { name: 'check', command: script('check.mjs'), needs: ['install'] },
  ...acceptance(),
  ...journeys(),
]);
const { passed, failed } = sumOfCounts(countsFile);
for (const complaint of complaintsIn(countsFile)) console.log(`\n✗ ${complaint}`);
rmSync(scratch, { recursive: true, force: true });

console.log(`${passed} passed, ${failed} failed`);
if (!isOk || failed > 0) process.exitCode = 1;

function script(name, ...args) {
  return [process.execPath, join('scripts', name), ...args];
}

function archiveTools() {
  return provideArchiveTools().map(
    (program) => `${program} is missing: not all archives are tested`,
  );
}

function mediaTools() {
  return provideMediaTools().map(
    (program) => `${program} is missing: not all films and subtitles are tested`,
  );
}

function packagingTools() {
  return providePackagingTools().map(
    (program) => `${program} is missing: not all of packaging/ is tested`,
  );
}

function shells() {
  return provideShells().map((shell) => `${shell} is missing: its completions are not tested`);
}

function sandbox() {
  return provideSandbox().map((program) => `${program} is missing: the sandbox is not tested`);
}

function acceptance() {
  if (!existsSync(join(ROOT, 'acceptance'))) return [];
  const command = tool(
    'vitest/vitest.mjs',
    'run',
    '--config=acceptance/vitest.config.ts',
    '--reporter=default',
    `--reporter=${join(ROOT, 'scripts', 'reporters', 'vitest-counts.mjs')}`,
  );
  return [{ name: 'acceptance', command, needs: ['build'] }];
}

function journeys() {
  if (!existsSync(join(ROOT, 'e2e'))) return [];
  const browser = () => {
    const program = provideChromium(ROOT);
    if (program === undefined) return ['no Chromium, so the journeys cannot run'];
    process.env[CHROMIUM] = program;
    console.log(`with ${program}`);
    return [];
  };
  const command = tool(
    '@playwright/test/cli.js',
    'test',
    '--config=e2e/playwright.config.ts',
    `--reporter=list,${join(ROOT, 'scripts', 'reporters', 'playwright-counts.mjs')}`,
  );
  return [
    { name: 'browser', check: browser, needs: ['install'] },
    { name: 'journeys', command, needs: ['build', 'browser'] },
  ];
}
