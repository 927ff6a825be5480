import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { atLeast, atMost, OURS } from '../lib/goals.mjs';
import { startOurs } from '../lib/servers.mjs';

const FOLDER = 'photos';
const COUNT = 40;
const CLIENTS = 4;
const SIZE = { width: 4_000, height: 3_000 };
const PILLOW = 'Pillow, draft mode';
const ONE_PROCESSOR = 'one processor';
const CACHED_SECONDS = 2;
const WIDE_AWAKE = 2;

export const thumbnails = {
  name: 'thumbnails',
  about: `${COUNT} JPEGs of 12 megapixels to 256 x 256; they change before each round, so that none is cached`,
  metrics: [
    { name: 'processor time each', unit: 'ms', goal: atMost(0.85, PILLOW) },
    {
      name: `${COUNT} of them for ${CLIENTS} clients`,
      unit: '/s',
      goal: atLeast(1.75, ONE_PROCESSOR),
    },
    { name: 'one that is kept, one after the other', unit: 'ms', goal: atMost(0.5) },
    { name: 'one that is kept, processor time', unit: 'ms' },
    { name: 'memory over idle', unit: 'MB', goal: atMost(150) },
  ],

  async prepare({ entry, scratch, started, fixtures, load }) {
    const { root } = fixtures;
    await makePhotos(join(root, FOLDER));
    // Only one server can serve a folder at a time.
    const copy = join(scratch, 'photos-of-one-processor');
    cpSync(join(root, FOLDER), join(copy, FOLDER), { recursive: true });
    const ours = await started(startOurs({ entry, root, scratch }));
    const idle = ours.program.residentMb();
    const single = await started(
      startOurs({ entry, root: copy, scratch, flags: ['--imageProcessors', '1'] }),
    );
    return [
      { name: OURS, measure: () => measureOurs(load, ours, { root, idle }) },
      { name: ONE_PROCESSOR, measure: () => measureParallel(single, copy) },
      { name: PILLOW, measure: () => ({ 'processor time each': millisecondsOfPillow(root) }) },
    ];
  },
};

async function measureOurs(load, server, { root, idle }) {
  const parallel = await measureParallel(server, root);
  const memory = server.program.peakMb() - idle;
  changeAll(root);
  const before = server.program.cpuSeconds();
  for (let index = 0; index < COUNT; index += 1) await fetchThumb(server, index);
  const cpu = server.program.cpuSeconds() - before;
  return {
    ...parallel,
    'processor time each': (cpu / COUNT) * 1_000,
    'memory over idle': memory,
    ...(await measureKept(load, server)),
  };
}

async function measureParallel(server, root) {
  changeAll(root);
  // Warms up the decoding process.
  for (let index = 0; index < WIDE_AWAKE; index += 1) await fetchThumb(server, index);
  changeAll(root);
  const begun = performance.now();
  let next = 0;
  const client = async () => {
    while (next < COUNT) await fetchThumb(server, next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    [`${COUNT} of them for ${CLIENTS} clients`]: COUNT / ((performance.now() - begun) / 1_000),
  };
}

async function measureKept(load, server) {
  const batch = load.batch(
    Array.from({ length: COUNT }, (_, index) => [
      { target: targetOf(index), headers: server.headers, status: 200 },
    ]),
  );
  // The first thousands of requests warm up the JavaScript engine.
  await load.run(server.port, { connections: 1, batch, seconds: CACHED_SECONDS });
  const before = server.program.cpuSeconds();
  const seen = await load.run(server.port, { connections: 1, batch, seconds: CACHED_SECONDS });
  const cpu = server.program.cpuSeconds() - before;
  return {
    'one that is kept, one after the other': (seen.seconds / seen.requests) * 1_000,
    'one that is kept, processor time': (cpu / seen.requests) * 1_000,
  };
}

async function fetchThumb(server, index) {
  const reply = await fetch(`http://127.0.0.1:${server.port}${targetOf(index)}`, {
    headers: server.headers,
  });
  const { format, width, height } = await sharp(await reply.arrayBuffer()).metadata();
  if (format !== 'jpeg' || width !== 256 || height !== 256) throw new Error('not a thumbnail');
}

function targetOf(index) {
  return `/api/preview/thumb/${FOLDER}/${photoName(index)}?inline=true`;
}

function photoName(index) {
  return `photo-${String(index).padStart(2, '0')}.jpg`;
}

/** Changes the modification time of all pictures, so that no thumbnail is cached. */
function changeAll(root) {
  const now = new Date();
  for (let index = 0; index < COUNT; index += 1) {
    utimesSync(join(root, FOLDER, photoName(index)), now, now);
  }
}

/**
 * Creates pictures of blurred noise in three colours, as large and as hard to compress as photos. They are created once and
 * kept between runs.
 */
async function makePhotos(folder) {
  const mark = `${folder}.complete`;
  if (existsSync(mark)) return;
  mkdirSync(folder, { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 };
  const small = { width: SIZE.width / 4, height: SIZE.height / 4, channels: 3, background: '#888' };
  const first = join(folder, photoName(0));
  const pixels = await sharp({ create: { ...small, noise } })
    .png()
    .toBuffer();
  await sharp(pixels).resize(SIZE.width, SIZE.height).jpeg({ quality: 88 }).toFile(first);
  for (let index = 1; index < COUNT; index += 1) {
    copyFileSync(first, join(folder, photoName(index)));
  }
  writeFileSync(mark, '');
}

/** Makes thumbnails as copyparty does: decodes at an eighth or a quarter, crops, encodes. Prints the processor time of one core. */
const PYTHON = `
import io, sys, time
try:
    from PIL import Image, ImageOps
except ImportError:
    sys.exit(3)
def thumb(path):
    with Image.open(path) as image:
        image.draft('RGB', (512, 512))
        ImageOps.fit(image, (256, 256), Image.LANCZOS).save(io.BytesIO(), 'JPEG', quality=80)
thumb(sys.argv[1])
begun = time.process_time()
for path in sys.argv[1:]:
    thumb(path)
print((time.process_time() - begun) * 1000 / len(sys.argv[1:]))
`;

function millisecondsOfPillow(root) {
  const photos = Array.from({ length: COUNT }, (_, index) => join(root, FOLDER, photoName(index)));
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PYTHON, ...photos], {
    encoding: 'utf8',
  });
  if (status === 3) throw new Error('Pillow is not installed for python3');
  if (status !== 0) throw new Error(`python3 failed: ${stderr ?? ''}`.trim());
  return Number(stdout);
}
