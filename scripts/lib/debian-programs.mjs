// Programs that tests want and that do not come with npm: what is missing is installed on Debian when we may. Uses only
// what comes with Node.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The names of the programs that are not there and could not be installed.
 *
 * @param {Record<string, string>} packages by program: the Debian package that brings it
 * @param {string} purpose what they are for, as in "the tests of archives"
 */
export function providePrograms(packages, purpose) {
  const missing = Object.keys(packages).filter((program) => !isOnPath(program));
  if (missing.length === 0) return [];
  installOnDebian([...new Set(missing.map((program) => packages[program]))], purpose);
  return missing.filter((program) => !isOnPath(program));
}

function isOnPath(program) {
  // Servers lie where the PATH of ordinary users does not lead.
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .filter(Boolean)
    .some((folder) => isExecutable(join(folder, program)));
}

function installOnDebian(packages, purpose) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${packages.join(', ')} for ${purpose} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) console.error(`apt-get ${args.join(' ')} failed: ${stderr}`);
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
