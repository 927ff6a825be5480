import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installOnDebian } from './test-programs.mjs';

/** Environment variable with the path of the browser that the tests drive; `npm test` sets it where it is not set. */
export const CHROMIUM = 'FB_TEST_CHROMIUM';

/** Chromium without windows: the same engine, which starts fewer processes and takes a third less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Browsers with windows, which are used if the headless shell is not available. */
const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/** Describes in one line what to do without Chromium, and what is skipped. */
export const NO_CHROMIUM = `missing: Chromium. Install: apt-get install chromium-headless-shell, or set ${CHROMIUM} to the path of a Chromium or Chrome. Skipped: all browser tests.`;

/**
 * Returns the path of a Chromium that starts: the one that the environment names, one on the PATH, Debian's package where we are
 * root, or Playwright's download. Returns undefined when none is available.
 */
export function provideChromium(root) {
  const named = process.env[CHROMIUM];
  if (named !== undefined)
    return ifStarts(named, `${CHROMIUM} names ${named}, which does not start`);
  return (
    findOnPath([HEADLESS_SHELL]) ??
    installWithApt() ??
    findOnPath(BROWSERS) ??
    installWithPlaywright(root)
  );
}

function ifStarts(program, complaint) {
  if (starts(program)) return program;
  console.error(complaint);
  return undefined;
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const programs = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return programs.find((program) => isExecutable(program) && starts(program));
}

function installWithApt() {
  installOnDebian([HEADLESS_SHELL]);
  return findOnPath([HEADLESS_SHELL]);
}

function installWithPlaywright(root) {
  console.log("downloading Playwright's Chromium for the browser tests");
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  run(process.execPath, [cli, 'install', 'chromium'], { cwd: root });
  const ask = "import('@playwright/test').then((p) => console.log(p.chromium.executablePath()))";
  const { stdout } = spawnSync(process.execPath, ['-e', ask], { cwd: root, encoding: 'utf8' });
  const program = stdout.trim();
  return program !== '' && starts(program) ? program : undefined;
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function starts(program) {
  return succeeds(program, ['--version', '--no-sandbox']);
}

function succeeds(program, args) {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function run(program, args, options) {
  return spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
}
