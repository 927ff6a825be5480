import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRootFolder, statOf } from '../descriptors.ts';
import { WayToFolder } from './way-to-folder.ts';

let root: string;
let way: WayToFolder;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filebrowser-way-'));
  for (const folder of ['a/b/c', 'a/d', 'e']) mkdirSync(join(root, folder), { recursive: true });
  way = new WayToFolder(openRootFolder(root));
});

afterEach(() => {
  way.close();
  rmSync(root, { recursive: true });
});

/** Of the folder with this way; undefined where there is none. */
function inodeAt(below: string): bigint | undefined {
  const fd = way.to(below);
  return fd === undefined ? undefined : statOf(fd).ino;
}

function realInode(below: string): bigint {
  const fd = openRootFolder(join(root, below));
  const there = new WayToFolder(fd);
  const { ino } = statOf(there.to('') ?? -1);
  there.close();
  return ino;
}

test('folders are come to one after the other, whatever they have in common', () => {
  for (const below of ['a/b/c', 'a/b', 'a/d', '', 'e', 'a/b/c', 'a/b/c', 'e', '']) {
    expect([below, inodeAt(below)]).toEqual([below, realInode(below)]);
  }
});

test('there is no way to what is gone, is no folder, is a link or a hidden part, and one back from there', () => {
  symlinkSync('a', join(root, 'link'));
  mkdirSync(join(root, '.filebrowser-x.part/in'), { recursive: true });
  for (const below of ['none', 'a/none/c', 'link', 'link/b', '.filebrowser-x.part/in']) {
    expect([below, inodeAt(below)]).toEqual([below, undefined]);
    expect(inodeAt('a/d')).toBe(realInode('a/d'));
  }
});

test('a folder far down may be moved away under its reader', () => {
  const deep = Array.from({ length: 50 }, (_, index) => `f${index}`);
  mkdirSync(join(root, deep.join('/')), { recursive: true });
  expect(inodeAt(deep.join('/'))).toBe(realInode(deep.join('/')));
  renameSync(join(root, deep.slice(0, 12).join('/')), join(root, 'moved'));
  expect(inodeAt(deep.slice(0, 5).join('/'))).toBe(realInode(deep.slice(0, 5).join('/')));
  expect(inodeAt('moved/f12')).toBe(realInode('moved/f12'));
});

test('no descriptor stays open', () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  const other = new WayToFolder(openRootFolder(root));
  for (const below of ['a/b/c', 'e', 'none', 'a/none', 'a/d']) other.to(below);
  other.close();
  expect(open()).toBe(before);
});
