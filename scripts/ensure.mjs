// Makes a clone ready to run: installs the packages of the lock file and, with --build, builds the product. Prints nothing and
// returns quickly when both are up to date. Runs before the installation, so it and its imports use only Node's own modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCloneLock } from './lib/clone-lock.mjs';
import { BUILD_INPUTS, BUILD_STAMP } from './lib/build-inputs.mjs';
import { putSqliteInPlace } from './lib/sqlite-for-node.mjs';
import { hashOfSources } from './lib/tree-hash.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const INSTALL_STAMP = join(ROOT, 'node_modules', '.filebrowser-installed');
const LOCK_FOLDER = join(ROOT, '.cache', 'ensure.lock');

refuseOldNode();
const wantsBuild = process.argv.includes('--build');
if (!isReady()) {
  mkdirSync(dirname(LOCK_FOLDER), { recursive: true });
  const onWait = () => say('waiting for another start or test of this clone to finish its set-up');
  process.exitCode = await withCloneLock(LOCK_FOLDER, makeReady, onWait);
}

function isReady() {
  return isStamped(INSTALL_STAMP, installHash()) && (!wantsBuild || isBuilt());
}

function isBuilt() {
  return isStamped(join(ROOT, BUILD_STAMP), hashOfSources(ROOT, BUILD_INPUTS));
}

/** Installs and builds. Returns the exit code of the npm command that failed, or 0. */
function makeReady() {
  const wanted = installHash();
  if (!isStamped(INSTALL_STAMP, wanted)) {
    say('installing dependencies (a minute or two the first time)');
    const status = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    if (status !== 0) return status;
    putSqliteInPlace(ROOT, process.versions.node);
    writeFileSync(INSTALL_STAMP, wanted);
  }
  if (!wantsBuild || isBuilt()) return 0;
  say('building');
  return npm(['run', '--silent', 'build']);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  say(`needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(1);
}

/**
 * Returns the hash of the inputs of an installation. Scripts of package.json are left out, because they do not change what is
 * installed.
 */
function installHash() {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(
      JSON.stringify([allowScripts, process.versions.modules, process.platform, process.arch]),
    )
    .digest('hex');
}

function isStamped(file, wanted) {
  return existsSync(file) && readFileSync(file, 'utf8') === wanted;
}

/** Runs npm without the variables of an outer npm or a production environment. */
function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  const result = spawnSync(command, [...first, ...args], {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: cli === undefined && process.platform === 'win32',
    env: {
      ...process.env,
      NODE_ENV: '',
      npm_config_omit: '',
      npm_config_production: '',
      npm_config_ignore_scripts: '',
      npm_config_include: 'dev',
    },
  });
  if (result.error) throw result.error;
  if (result.status !== 0) say(`\`npm ${args.join(' ')}\` failed; its output is above`);
  return result.status ?? 1;
}

function say(line) {
  process.stderr.write(`File Browser: ${line}\n`);
}
