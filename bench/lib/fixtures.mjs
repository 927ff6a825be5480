import { createHash, randomFillSync } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 * 1024;

/** Creates a file of random bytes, which cannot be compressed. The file is created once and kept between runs. */
export function randomFile(folder, name, bytes) {
  const file = join(folder, name);
  const mark = `${file}.complete`;
  if (existsSync(mark)) return file;
  const piece = Buffer.alloc(Math.min(bytes, 4 * MIB));
  const fd = openSync(file, 'w');
  for (let done = 0; done < bytes; done += piece.length) {
    writeSync(fd, randomFillSync(piece), 0, Math.min(piece.length, bytes - done));
  }
  closeSync(fd);
  writeFileSync(mark, '');
  return file;
}

/** Creates a folder of `count` files of `bytes` random bytes each. The folder is created once and kept between runs. */
export function folderOfFiles(parent, name, { count, bytes }) {
  const folder = join(parent, name);
  const mark = `${folder}.complete`;
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const content = Buffer.alloc(bytes);
  for (let index = 0; index < count; index += 1) {
    writeFileSync(join(folder, fileName(index)), randomFillSync(content));
  }
  writeFileSync(mark, '');
  return folder;
}

const ENDINGS = ['txt', 'jpg', 'pdf', 'mp3'];

/** Returns a realistic file name: a word, a number and an extension. */
export function fileName(index) {
  return `photo-${String(index).padStart(6, '0')}.${ENDINGS[index % ENDINGS.length]}`;
}

/** Throws unless each file of the folder holds exactly the piece of `source` that was uploaded. */
export function checkUploads(folder, { count, bytes, nameOf, source }) {
  const names = readdirSync(folder);
  if (names.length < count) throw new Error(`${names.length} of ${count} files were uploaded`);
  const all = readFileSync(source);
  for (let index = 0; index < count; index += 1) {
    const content = readFileSync(join(folder, nameOf(index)));
    if (!content.equals(all.subarray(index * bytes, (index + 1) * bytes))) {
      throw new Error(`${nameOf(index)} differs from the sent bytes`);
    }
  }
}

export function sha256OfFile(file) {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(MIB);
  const fd = openSync(file, 'r');
  for (;;) {
    const count = readSync(fd, piece);
    if (count === 0) break;
    hash.update(piece.subarray(0, count));
  }
  closeSync(fd);
  return hash.digest('hex');
}
