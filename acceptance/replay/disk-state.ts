import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { short } from './compare-json.ts';
import type { DiskState } from './recording-format.ts';
import { describes, type Known, sha256 } from './placeholders.ts';

/** Returns the paths on the disk that differ from the recorded state. */
export function compareDisk(recorded: Readonly<Record<string, DiskState>>, known: Known): string[] {
  const states = Object.entries(recorded);
  // Copying the files out of a managed store takes a second.
  if (states.length > 0) known.server.exportFiles();
  return states.flatMap(([path, state]) => {
    const actual = stateOf(known.server.pathOf(path));
    if (isSame(state, actual, known)) return [];
    return [`on disk ${path} is ${short(actual)} instead of ${short(state)}`];
  });
}

type Found =
  | { kind: 'file'; size: number; text: string; sha256: string }
  | { kind: 'dir'; entries: string[] };

function stateOf(path: string): Found | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isDirectory()) return { kind: 'dir', entries: readdirSync(path).toSorted() };
  const bytes = readFileSync(path);
  return { kind: 'file', size: bytes.length, text: bytes.toString(), sha256: sha256(bytes) };
}

function isSame(state: DiskState, actual: Found | null, known: Known): boolean {
  if (state === null || actual === null) return state === actual;
  if (state.kind === 'dir')
    return (
      actual.kind === 'dir' && short(actual.entries, Infinity) === short(state.entries, Infinity)
    );
  if (actual.kind !== 'file' || actual.size !== (state.size ?? actual.size)) return false;
  if (actual.sha256 !== (state.sha256 ?? actual.sha256)) return false;
  return state.text === undefined || describes(state.text, actual.text, known);
}
