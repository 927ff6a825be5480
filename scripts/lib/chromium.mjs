import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Names the browser that the journeys drive; set by hand to choose one, by `npm test` otherwise. */
export const CHROMIUM = 'FB_TEST_CHROMIUM';

const PROGRAMS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * The program of a Chromium that starts: the one named, one on the PATH, Debian's by apt where we are
 * root, or Playwright's own download. Undefined, with the reasons printed, when there is none to be had.
 */
export function provideChromium(root) {
  const named = process.env[CHROMIUM];
  if (named !== undefined)
    return startsOrSays(named, `${CHROMIUM} names ${named}, which does not start`);
  return findOnPath() ?? installWithApt() ?? installWithPlaywright(root) ?? sayWhatToInstall();
}

function startsOrSays(program, complaint) {
  if (starts(program)) return program;
  console.error(complaint);
  return undefined;
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const programs = PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return programs.find((program) => isExecutable(program) && starts(program));
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) return undefined;
  console.log("installing Debian's chromium for the browser tests");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Package lists may be fresh enough without an update that is refused.
  run('apt-get', ['update', '-q'], { env });
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  return findOnPath();
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

function sayWhatToInstall() {
  console.error(
    'The browser tests need Chromium, and it could not be installed here. Install Chromium or Chrome so\n' +
      `that it is on the PATH (Debian: apt-get install chromium), or name its program in ${CHROMIUM}.`,
  );
  return undefined;
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
