// Programs that unpack what the server packs, for the tests of archives: what is missing is installed on Debian when we
// may. Uses only what comes with Node.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** By program: the Debian package that brings it. */
const PACKAGES = {
  unzip: 'unzip',
  bsdtar: 'libarchive-tools',
  '7z': 'p7zip-full',
  bzip2: 'bzip2',
  xz: 'xz-utils',
  lz4: 'lz4',
  brotli: 'brotli',
  zstd: 'zstd',
};

/** The names of the programs that are not there and could not be installed. */
export function provideArchiveTools() {
  const missing = Object.keys(PACKAGES).filter((program) => !isOnPath(program));
  if (missing.length === 0) return [];
  installOnDebian(missing.map((program) => PACKAGES[program]));
  return missing.filter((program) => !isOnPath(program));
}

function isOnPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => isExecutable(join(folder, program)));
}

function installOnDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`Installing ${packages.join(', ')} for the tests of archives …`);
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
