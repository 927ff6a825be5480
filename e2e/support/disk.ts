import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  ftruncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const MARK_EVERY_BYTES = 1_048_576;

export async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  return hash.digest('hex');
}

/** Creates a sparse file with a mark in every MiB, so that bytes at a wrong offset are noticed. */
export function makeLargeFile(file: string, bytes: number): void {
  const descriptor = openSync(file, 'wx');
  ftruncateSync(descriptor, bytes);
  for (let at = 0; at < bytes; at += MARK_EVERY_BYTES) {
    writeSync(descriptor, randomBytes(64), 0, 64, at + (at % 977));
  }
  closeSync(descriptor);
}

/** Names that are difficult in an address, a header, a terminal or a page. */
const AWKWARD_NAMES = [
  'plain.txt',
  'with spaces in it.txt',
  '  spaces around  ',
  '100% & more.txt',
  '%2e%2e%2fescape.txt',
  'hash#tag.txt',
  'really?.txt',
  'semi;colon=equals&and+plus.txt',
  `it's "quoted".txt`,
  'line\nbreak.txt',
  '🗂️ emoji 👩🏽‍💻.txt',
  'שלום עולם.txt',
  'ملف عربي (1).txt',
  '日本語のファイル.txt',
  'e\u0301 decomposed.txt',
  'é composed.txt',
  '.hidden',
  '...three dots',
  '<b>not bold</b>.html',
  `${'long name '.repeat(25)}.txt`,
];
const AWKWARD_FOLDERS = ['', 'sub folder', '50% off #1?', 'תיקייה/🌙 nacht', 'a/b/c/d'];

/** Creates `count` small files with awkward names in nested folders. Returns their paths below `folder`. */
export function makeAwkwardFiles(folder: string, count: number): string[] {
  const paths = Array.from({ length: count }, (_, number) => {
    const name = AWKWARD_NAMES[number % AWKWARD_NAMES.length] ?? 'plain.txt';
    const round = Math.floor(number / AWKWARD_NAMES.length);
    const within = AWKWARD_FOLDERS[round % AWKWARD_FOLDERS.length] ?? '';
    const copy = Math.floor(round / AWKWARD_FOLDERS.length);
    return join(within, copy === 0 ? '' : `copy ${copy}`, name);
  });
  const longest = join('a/b/c/d', `${'ü'.repeat(125)}.data`);
  paths[paths.length - 1] = longest;
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${path}\n`.repeat(1 + (path.length % 50)));
  }
  return paths;
}

/** Returns the hashes of all files below a folder, by path. */
export async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
  const hashes: Record<string, string> = {};
  for (const file of files) hashes[file] = await sha256(join(folder, file));
  return hashes;
}
