import { randomUUID } from 'node:crypto';
import { constants, write } from 'node:fs';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OpenFile, ProgramInput } from '../../driver.ts';

const writeTo = promisify(write);
const PIECE_BYTES = 1024 * 1024;

/** Copies the bytes that `readInto` returns over those of a file that this process has opened. */
export async function copyToDescriptor(
  readInto: OpenFile['readInto'],
  descriptor: number,
): Promise<void> {
  const target = new Uint8Array(PIECE_BYTES);
  for (let at = 0; ;) {
    const length = await readInto(target, at);
    if (length === 0) return;
    for (let done = 0; done < length;) {
      done += (await writeTo(descriptor, target, done, length - done, at + done)).bytesWritten;
    }
    at += length;
  }
}

/** Copies the bytes that `readInto` returns to a file without a name, which programs of this machine can read while `work` runs. */
export async function withUnnamedCopy<Result>(
  readInto: OpenFile['readInto'],
  work: (input: ProgramInput) => Promise<Result>,
): Promise<Result> {
  const file = await openUnnamed();
  try {
    await copyToDescriptor(readInto, file.fd);
    return await work({ stdio: file.fd, path: `/proc/${process.pid}/fd/${file.fd}` });
  } finally {
    await file.close();
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `filebrowser-${randomUUID()}`);
  const { O_RDWR, O_CREAT, O_EXCL } = constants;
  const file = await open(path, O_RDWR | O_CREAT | O_EXCL, 0o600);
  await unlink(path);
  return file;
}
