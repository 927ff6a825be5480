import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lstatAt, openRootFolder } from '../descriptors.ts';
import { identityOf } from '../entry-stat.ts';
import { Descent } from './descent.ts';
import { DEEP_NAME, openDescriptors, openTestRoot, createDeep } from './walks.test-tools.ts';

const { base, path, createFiles } = openTestRoot();

test('each folder on the way up is the one of the way down', () => {
  createDeep(join(path, 'deep'), 100);
  const descent = new Descent(openRootFolder(join(path, 'deep')));
  const seen: (string | undefined)[] = [];
  const here = (): string | undefined => {
    const stats = lstatAt(descent.fd, DEEP_NAME);
    return stats && identityOf(stats);
  };
  for (let depth = 0; depth < 100; depth += 1) {
    seen.push(here());
    descent.enter(DEEP_NAME);
  }
  while (descent.depth > 0) {
    descent.leave();
    expect(here()).toBe(seen.pop());
  }
  descent.close();
});

test('a symlink is not entered, and the position stays the same', () => {
  createFiles('here/file');
  symlinkSync('/etc', join(path, 'here/link'));
  const descent = new Descent(openRootFolder(join(path, 'here')));
  expect(() => descent.enter('link')).toThrow('ENOTDIR');
  expect(() => descent.enter('file')).toThrow('ENOTDIR');
  expect(lstatAt(descent.fd, 'file')).toBeDefined();
  descent.close();
});

test('a moved folder does not lead to its new parent', () => {
  createDeep(join(path, 'moved'), 60);
  mkdirSync(join(base, 'elsewhere'));
  const before = openDescriptors().length;
  const descent = new Descent(openRootFolder(join(path, 'moved')));
  for (let depth = 0; depth < 60; depth += 1) descent.enter(DEEP_NAME);
  const tenth = `${DEEP_NAME}/`.repeat(10);
  renameSync(join(path, 'moved', tenth), join(base, 'elsewhere/d'));
  expect(() => {
    while (descent.depth > 0) descent.leave();
  }).toThrow('moved away');
  expect(descent.depth).toBeGreaterThan(0);
  descent.close();
  expect(openDescriptors()).toHaveLength(before);
});
