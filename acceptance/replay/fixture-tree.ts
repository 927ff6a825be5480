import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RECORDINGS } from '../paths.ts';

interface TreeEntry {
  readonly path: string;
  readonly kind: 'dir' | 'file' | 'symlink' | 'fifo';
  /** Octal digits. */
  readonly mode?: string;
  /** UTC with nanoseconds. */
  readonly mtime: string;
  readonly text?: string;
  readonly base64?: string;
  readonly repeat?: string;
  readonly size?: number;
  readonly target?: string;
}

/** The entries of the tree of the recordings. */
export const TREE_ENTRIES = readEntries();

/** Creates the tree of the recordings in `folder`, which must not exist yet. */
export function createTree(folder: string): void {
  const entries = TREE_ENTRIES;
  mkdirSync(folder);
  for (const entry of entries) createEntry(folder, entry);
  const folders = entries.filter((entry) => entry.kind === 'dir').toSorted(deepestFirst);
  for (const entry of entries) if (entry.kind !== 'dir') setTime(folder, entry);
  for (const entry of folders) setTime(folder, entry);
}

/** Copies a tree, including its times to the nanosecond. `target` must not exist yet. */
export function copyTree(source: string, target: string): void {
  execFileSync('cp', ['-a', '--reflink=auto', '--', source, target]);
}

export function contentOf({ text, base64, repeat, size }: Partial<TreeEntry>): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (repeat !== undefined) return Buffer.alloc(size ?? 0, repeat);
  return Buffer.from(text ?? '');
}

function readEntries(): readonly TreeEntry[] {
  const tree = readFileSync(join(RECORDINGS, 'tree.json'), 'utf8');
  return (JSON.parse(tree) as { entries: TreeEntry[] }).entries;
}

function createEntry(folder: string, entry: TreeEntry): void {
  const path = join(folder, entry.path);
  if (entry.kind === 'symlink') return symlinkSync(entry.target ?? '', path);
  if (entry.kind === 'dir') mkdirSync(path);
  else if (entry.kind === 'fifo') execFileSync('mkfifo', ['--', path]);
  else writeFileSync(path, contentOf(entry));
  chmodSync(path, Number.parseInt(entry.mode ?? '0644', 8));
}

/** Sets a time with `touch`, because Node uses floating-point numbers, which cannot hold nanoseconds. */
function setTime(folder: string, entry: TreeEntry): void {
  execFileSync('touch', ['-h', '-d', entry.mtime, '--', join(folder, entry.path)]);
}

function deepestFirst(a: TreeEntry, b: TreeEntry): number {
  return b.path.split('/').length - a.path.split('/').length;
}
