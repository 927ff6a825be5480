import { closeSync, fstatSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { closeFolder, HeldDescriptor } from './held-descriptor.ts';

const isOpen = (fd: number): boolean => {
  try {
    return fstatSync(fd).isDirectory();
  } catch {
    return false;
  }
};

const later = <Value>(value: Value) =>
  new Promise<Value>((done) => setTimeout(() => done(value), 20));

test('waits for running work before closing, and never closes a reused number', async () => {
  const fd = openSync(tmpdir(), 'r');
  const held = new HeldDescriptor(fd, closeFolder);
  const use = held.use(async () => later(isOpen(fd)));
  const closing = held.close();
  await expect(held.use(later)).rejects.toThrow('closed');
  expect(await use).toBe(true);
  await closing;
  expect(isOpen(fd)).toBe(false);

  const reused = openSync(tmpdir(), 'r');
  expect(reused).toBe(fd);
  await held.close();
  expect(isOpen(reused)).toBe(true);
  closeSync(reused);
});

test('does not close a descriptor that was handed over, but does after a failure', async () => {
  const fd = openSync(tmpdir(), 'r');
  const held = new HeldDescriptor(fd, closeFolder);
  const failing = held.handOver(() => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(isOpen(fd)).toBe(true);

  const handing = held.handOver(async (lent) => later(lent));
  const closing = held.close();
  expect(await handing).toBe(fd);
  await closing;
  await expect(held.use(later)).rejects.toThrow('closed');
  expect(isOpen(fd)).toBe(true);
  closeSync(fd);
});

test('does not wait for work that goes on after its promise has settled, and closes after it', async () => {
  const fd = openSync(tmpdir(), 'r');
  const held = new HeldDescriptor(fd, closeFolder);
  let release = (): void => undefined;
  const giveUp = held.use((_fd, keep) => {
    release = keep();
    return Promise.reject(new Error('too late'));
  });
  await expect(giveUp).rejects.toThrow('too late');
  await held.close();
  expect(isOpen(fd)).toBe(true);
  release();
  expect(isOpen(fd)).toBe(false);
});

test('is not used or closed any more after a hand-over that was not answered in time', async () => {
  const fd = openSync(tmpdir(), 'r');
  const held = new HeldDescriptor(fd, closeFolder);
  let release = (_isClosed: boolean): void => undefined;
  const handing = held.handOver((_fd, keep) => {
    release = keep();
    return Promise.reject(new Error('too late'));
  });
  await expect(handing).rejects.toThrow('too late');
  await expect(held.use(later)).rejects.toMatchObject({ code: 'not-answering' });
  await held.close();
  expect(isOpen(fd)).toBe(true);
  closeSync(fd);
  const reused = openSync(tmpdir(), 'r');
  release(true);
  expect(isOpen(reused)).toBe(true);
  closeSync(reused);
});
