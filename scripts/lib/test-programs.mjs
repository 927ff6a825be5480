// Programs that tests use and npm does not install. As root on Debian, missing ones are installed. Uses only what comes
// with Node, because it runs before the dependencies are installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Groups of programs: the Debian package of each program, what is skipped without it, and the stages that use it. */
const GROUPS = [
  {
    packages: {
      unzip: 'unzip',
      bsdtar: 'libarchive-tools',
      '7z': 'p7zip-full',
      bzip2: 'bzip2',
      xz: 'xz-utils',
      lz4: 'lz4',
      brotli: 'brotli',
      zstd: 'zstd',
      curl: 'curl',
    },
    skipped: 'archives unpacked by other programs',
    stages: ['unit', 'integration', 'acceptance', 'soak'],
  },
  {
    packages: { ffmpeg: 'ffmpeg', ffprobe: 'ffmpeg' },
    skipped: 'videos and subtitles',
    stages: ['unit', 'integration', 'acceptance', 'browser', 'soak'],
  },
  {
    packages: { bwrap: 'bubblewrap' },
    skipped: 'sandboxed commands and the container image',
    stages: ['unit', 'integration', 'acceptance', 'browser', 'soak'],
  },
  { packages: { perl: 'perl' }, skipped: 'fork bombs and closed networks', stages: ['unit'] },
  {
    packages: { bash: 'bash', fish: 'fish', zsh: 'zsh' },
    skipped: 'completions',
    stages: ['unit'],
  },
  {
    packages: { nginx: 'nginx', caddy: 'caddy' },
    skipped: 'running behind a reverse proxy',
    stages: ['acceptance', 'soak'],
  },
  {
    packages: { haproxy: 'haproxy' },
    skipped: 'two servers behind a load balancer',
    stages: ['integration', 'soak'],
  },
  {
    packages: { 'systemd-analyze': 'systemd' },
    skipped: 'the systemd unit',
    stages: ['acceptance'],
  },
];

/**
 * Installs what is missing for the stages, where this may be done, and returns a line for each group that is still incomplete:
 * what is missing, how to install it, and which tests are skipped without it.
 */
export function provideTestPrograms(stages) {
  const groups = GROUPS.filter((group) => group.stages.some((stage) => stages.includes(stage)));
  const wanted = groups.flatMap(({ packages }) => missingOf(packages));
  if (wanted.length > 0) installOnDebian([...new Set(wanted.map(({ from }) => from))]);
  return groups.flatMap(({ packages, skipped }) => {
    const missing = missingOf(packages);
    if (missing.length === 0) return [];
    const names = missing.map(({ program }) => program).join(', ');
    const from = [...new Set(missing.map((each) => each.from))].join(' ');
    return [`missing: ${names}. Install: apt-get install ${from}. Skipped: tests of ${skipped}.`];
  });
}

/** Installs Debian packages with apt-get; does nothing unless we are root on Debian. Prints what fails. */
export function installOnDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  console.log(`installing ${packages.join(', ')} (apt-get)`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // An update that fails is no reason to give up: the package lists may be recent enough.
  for (const args of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' });
    if (status !== 0) console.error(`apt-get ${args.join(' ')} failed: ${stderr}`);
  }
}

function missingOf(packages) {
  return Object.entries(packages)
    .filter(([program]) => !isOnPath(program))
    .map(([program, from]) => ({ program, from }));
}

/** Also looks where servers are installed and the PATH of an ordinary user does not lead. */
function isOnPath(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.filter(Boolean).some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
