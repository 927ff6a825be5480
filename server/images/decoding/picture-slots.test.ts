import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import { PictureSlots } from './picture-slots.ts';

let folder = '';
let slots: PictureSlots;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-slots-'));
  slots = new PictureSlots(1);
});
afterEach(async () => {
  slots.close();
  await rm(folder, { recursive: true });
});

async function fileOf(bytes: string, copyTo?: OpenFile['copyTo']): Promise<OpenFile> {
  const path = join(folder, 'picture');
  await writeFile(path, bytes);
  return {
    stat: {
      kind: 'file',
      size: bytes.length,
      modifiedNs: 0n,
      mode: 0,
      identity: '',
      fingerprint: '',
    },
    readInto: () => Promise.resolve(0),
    copyTo: copyTo ?? ((descriptor) => copyFile(path, `/proc/self/fd/${descriptor}`)),
    close: () => Promise.resolve(),
  };
}

function copyOf(file: OpenFile): Promise<string | undefined> {
  return slots.withCopy(file, (index) =>
    readFile(`/proc/self/fd/${slots.descriptors[index]}`, 'utf8'),
  );
}

test('a copy contains its image, and nothing of the larger one before', async () => {
  expect(await copyOf(await fileOf('the first image, which is long'))).toBe(
    'the first image, which is long',
  );
  expect(await copyOf(await fileOf('short'))).toBe('short');
});

test('while its only slot is in use, and when memory is full, nothing is copied', async () => {
  const file = await fileOf('an image');
  expect(await slots.withCopy(file, () => copyOf(file))).toBeUndefined();
  const full = await fileOf('an image', () => Promise.reject(new AppError('no-space', 'full')));
  expect(await copyOf(full)).toBeUndefined();
  expect(await copyOf(file)).toBe('an image');
});

test('a slot into which a hanging disk may still write is not used again', async () => {
  const late = new AppError('not-answering', 'the storage does not answer');
  const file = await fileOf('an image', () => Promise.reject(late));
  await expect(copyOf(file)).rejects.toBe(late);
  expect(await copyOf(await fileOf('another image'))).toBeUndefined();
});
