import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFile } from '../lib/fixtures.mjs';
import { atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const MIB = 1024 ** 2;
const TAR = 'tar and its program';
const TEXT = { folder: 'text-300', files: 300 };
const LITTLE_TEXT = { folder: 'text-32', files: 32 };
const RANDOM = 'random-1024';

/** Archives to download, with the program that compresses tar's output to the same format on all cores. */
const ARCHIVES = [
  { name: 'tar.gz, 300 MB of text', algo: 'targz', of: TEXT.folder, program: 'pigz', most: 0.8 },
  { name: 'tar.gz, 1 GiB random', algo: 'targz', of: RANDOM, program: 'pigz', most: 0.1 },
  { name: 'tar.bz2, 32 MB', algo: 'tarbz2', of: LITTLE_TEXT.folder, program: 'bzip2', most: 0.71 },
  {
    name: 'tar.xz, 32 MB',
    algo: 'tarxz',
    of: LITTLE_TEXT.folder,
    program: 'xz -1 -T2',
    most: 1.25,
  },
  { name: 'tar.lz4, 300 MB', algo: 'tarlz4', of: TEXT.folder, program: 'lz4 -1 -c' },
  { name: 'tar.zst, 300 MB', algo: 'tarzst', of: TEXT.folder, program: 'zstd -3 -c' },
  { name: 'tar.br, 32 MB', algo: 'tarbr', of: LITTLE_TEXT.folder, program: 'brotli -q 4 -c' },
  { name: 'tar.sz, 300 MB', algo: 'tarsz', of: TEXT.folder },
];

export const packedArchives = {
  name: 'packed-archives',
  about: 'folders as compressed archives, compared with tar and a compression program',
  metrics: [
    ...ARCHIVES.map(({ name, most }) => ({
      name,
      unit: 's',
      ...(most !== undefined && { goal: atMost(most, TAR) }),
    })),
    { name: 'memory over idle', unit: 'MB', goal: atMost(120) },
  ],

  async prepare({ entry, scratch, started, fixtures, load }) {
    const { root } = fixtures;
    for (const { folder, files } of [TEXT, LITTLE_TEXT]) textFiles(root, folder, files);
    mkdirSync(join(root, RANDOM), { recursive: true });
    randomFile(join(root, RANDOM), 'random.bin', 1024 * MIB);
    const server = await started(startOurs({ entry, root, scratch }));
    const wanted = ARCHIVES.map((archive) => ({
      ...archive,
      batch: load.batch([[request(server, archive)]]),
    }));
    return [
      { name: OURS, measure: () => measureOurs(load, server, wanted) },
      { name: TAR, measure: () => measureTar(root) },
    ];
  },
};

function request(server, { algo, of }) {
  return {
    target: `${server.fileTarget(`/${of}/`)}?algo=${algo}`,
    headers: server.headers,
    status: 200,
  };
}

async function measureOurs(load, { port, program }, wanted) {
  const figures = {};
  const idle = program.residentMb();
  program.forgetPeak();
  for (const { name, batch } of wanted) {
    figures[name] = (await load.run(port, { connections: 1, batch })).seconds;
  }
  return { ...figures, 'memory over idle': program.peakMb() - idle };
}

function measureTar(root) {
  const timed = ARCHIVES.filter(({ program }) => program !== undefined && isThere(program));
  return Object.fromEntries(
    timed.map(({ name, of, program }) => [
      name,
      secondsOf(`tar -C "$0" -c ${of} | ${program} > /dev/null`, root),
    ]),
  );
}

function secondsOf(command, root) {
  const begun = performance.now();
  const { status } = spawnSync('sh', ['-c', command, root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`failed: ${command}`);
  return (performance.now() - begun) / 1_000;
}

function isThere(program) {
  return spawnSync('sh', ['-c', 'command -v "$0"', program.split(' ', 1)[0]]).status === 0;
}

/** Creates files of one megabyte whose words repeat as often as in prose and source code. */
function textFiles(root, name, count) {
  const folder = join(root, name);
  const mark = `${folder}.complete`;
  if (existsSync(mark)) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const random = generator(7);
  const words = Array.from({ length: 8_000 }, () => wordOf(random));
  for (let file = 0; file < count; file += 1) {
    writeFileSync(join(folder, `chapter-${file}.txt`), textOf(1_000_000, words, random));
  }
  writeFileSync(mark, '');
}

function textOf(bytes, words, random) {
  const parts = [];
  for (let length = 0; length < bytes;) {
    // The third power makes the first words frequent, the last ones rare.
    const word = words[Math.floor(random() ** 3 * words.length)];
    const end = random() < 0.1 ? ',\n' : ' ';
    parts.push(word, end);
    length += word.length + end.length;
  }
  return parts.join('').slice(0, bytes);
}

function wordOf(random) {
  const letters = Array.from({ length: 2 + Math.floor(random() * 9) }, () =>
    String.fromCharCode(97 + Math.floor(random() ** 1.5 * 26)),
  );
  return letters.join('');
}

/** Returns a fixed pseudo-random sequence between 0 and 1 (linear congruential generator, Numerical Recipes). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
