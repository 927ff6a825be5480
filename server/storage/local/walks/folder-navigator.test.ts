import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRootFolder, statOf } from '../descriptors.ts';
import { FolderNavigator } from './folder-navigator.ts';

let root: string;
let navigator: FolderNavigator;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filebrowser-way-'));
  for (const folder of ['a/b/c', 'a/d', 'e']) mkdirSync(join(root, folder), { recursive: true });
  navigator = new FolderNavigator(openRootFolder(root));
});

afterEach(() => {
  navigator.close();
  rmSync(root, { recursive: true });
});

/** Returns the inode of the folder at this relative path; undefined if it does not exist. */
function inodeAt(below: string): bigint | undefined {
  const fd = navigator.to(below);
  return fd === undefined ? undefined : statOf(fd).ino;
}

function realInode(below: string): bigint {
  const fd = openRootFolder(join(root, below));
  const there = new FolderNavigator(fd);
  const { ino } = statOf(there.to('') ?? -1);
  there.close();
  return ino;
}

test('opens folders one after another, whatever their common parents', () => {
  for (const below of ['a/b/c', 'a/b', 'a/d', '', 'e', 'a/b/c', 'a/b/c', 'e', '']) {
    expect([below, inodeAt(below)]).toEqual([below, realInode(below)]);
  }
});

test('opens neither missing folders, files, symlinks nor temporary files, and goes back from there', () => {
  symlinkSync('a', join(root, 'link'));
  mkdirSync(join(root, '.filebrowser-x.part/in'), { recursive: true });
  for (const below of ['none', 'a/none/c', 'link', 'link/b', '.filebrowser-x.part/in']) {
    expect([below, inodeAt(below)]).toEqual([below, undefined]);
    expect(inodeAt('a/d')).toBe(realInode('a/d'));
  }
});

test('works after its present folder was moved', () => {
  const deep = Array.from({ length: 50 }, (_, index) => `f${index}`);
  mkdirSync(join(root, deep.join('/')), { recursive: true });
  expect(inodeAt(deep.join('/'))).toBe(realInode(deep.join('/')));
  renameSync(join(root, deep.slice(0, 12).join('/')), join(root, 'moved'));
  expect(inodeAt(deep.slice(0, 5).join('/'))).toBe(realInode(deep.slice(0, 5).join('/')));
  expect(inodeAt('moved/f12')).toBe(realInode('moved/f12'));
});

test('leaves no descriptor open', () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  const other = new FolderNavigator(openRootFolder(root));
  for (const below of ['a/b/c', 'e', 'none', 'a/none', 'a/d']) other.to(below);
  other.close();
  expect(open()).toBe(before);
});
