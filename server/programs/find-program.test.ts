import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from './find-program.ts';

const MISSING = { kind: 'missing' };
const NOT_EXECUTABLE = { kind: 'not-executable' };

let parent: string;
let folders: string[];

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'filebrowser-find-'));
  folders = [join(parent, 'first'), join(parent, 'second')];
  for (const folder of folders) mkdirSync(folder);
  program('first/both');
  program('second/both');
  program('first/no-program', 0o644);
  program('second/no-program');
  mkdirSync(join(parent, 'first', 'folder'));
  program('second/only-second');
  symlinkSync('../second/only-second', join(parent, 'first', 'linked'));
  symlinkSync('nowhere', join(parent, 'first', 'dangling'));
  program('outside');
});

afterAll(() => rmSync(parent, { recursive: true }));

test.each([
  ['both', 'first/both'],
  ['only-second', 'second/only-second'],
  ['no-program', 'second/no-program'],
  ['linked', 'first/linked'],
])('the name %j is found in the first folder that has such a program', async (name, found) => {
  expect(await findProgram(name, folders)).toEqual({ kind: 'found', program: join(parent, found) });
});

test.each(['', '.', '..', '../outside', './both', 'first/both', 'both\0', 'folder', 'dangling'])(
  '%j is found nowhere',
  async (name) => {
    expect(await findProgram(name, folders)).toEqual(MISSING);
  },
);

test('an absolute path is itself, wherever names are looked for', async () => {
  const path = join(parent, 'outside');
  expect(await findProgram(path, [])).toEqual({ kind: 'found', program: path });
});

test('distinguishes a missing file from one that is not executable', async () => {
  expect(await findProgram(join(parent, 'nothing'), folders)).toEqual(MISSING);
  expect(await findProgram(join(parent, 'outside', 'below'), folders)).toEqual(MISSING);
  expect(await findProgram(join(parent, 'first', 'no-program'), folders)).toEqual(NOT_EXECUTABLE);
  expect(await findProgram(parent, folders)).toEqual(NOT_EXECUTABLE);
});

test('refuses a path with parent segments', async () => {
  expect(await findProgram(`${parent}/first/../outside`, folders)).toEqual(MISSING);
});

function program(name: string, mode = 0o755): void {
  const path = join(parent, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
}
