import { foldersAbove, type PlannedUpload } from './upload-plan.ts';

/** An existing entry at the destination. */
export interface ExistingEntry {
  readonly isFolder: boolean;
  /** In bytes. */
  readonly size: number;
  /** Time as sent by the server. */
  readonly modified: string;
  /** A name with a number that is free beside it, if the server has looked for one. */
  readonly freeName?: string | undefined;
}

/** Existing entries at the destination by relative path. */
export type ExistingEntries = ReadonlyMap<string, ExistingEntry>;

/** An existing top-level name at the destination. */
export interface UploadConflict {
  readonly name: string;
  readonly arriving: PlannedUpload;
  readonly existing: ExistingEntry;
  /** Two folders can be merged and two files replaced; a file and a folder can do neither. */
  readonly remedy: 'merge' | 'replace' | undefined;
  /** Number of existing names inside the folder. */
  readonly takenInside: number;
}

export type ConflictChoice = 'skip' | 'replace' | 'rename';

/** `add`, for two folders: keeps existing files and uploads only missing ones. */
export type UploadChoice = ConflictChoice | 'add';

/** A planned upload with its resolved conflict. */
export interface SettledUpload extends PlannedUpload {
  readonly overwrite: boolean;
}

/** Returns the existing top-level names in the order of picking. */
export function findConflicts(
  uploads: readonly PlannedUpload[],
  existing: ExistingEntries,
): UploadConflict[] {
  const takenInside = countTakenInside(uploads, existing);
  return uploads.flatMap((arriving) => {
    const { relativePath: name, isFolder } = arriving;
    const taken = name.includes('/') ? undefined : existing.get(name);
    if (!taken) return [];
    const alike = isFolder ? 'merge' : 'replace';
    const remedy = isFolder === taken.isFolder ? alike : undefined;
    return [
      { name, arriving, existing: taken, remedy, takenInside: takenInside.get(name) ?? 0 } as const,
    ];
  });
}

/** Returns the possible choices, safest first. */
export function choicesFor(
  { remedy, takenInside }: UploadConflict,
  mayReplace: boolean,
): UploadChoice[] {
  if (remedy === 'merge') {
    const replacing: UploadChoice[] = mayReplace && takenInside > 0 ? ['replace'] : [];
    return ['rename', ...replacing, 'add', 'skip'];
  }
  return remedy === 'replace' && mayReplace ? ['rename', 'replace', 'skip'] : ['rename', 'skip'];
}

/**
 * Applies the choices for top-level names: leaves out skipped uploads and folders that exist, and renames uploads that
 * are kept beside existing entries. A conflict without a choice is skipped.
 */
export function settleConflicts(
  uploads: readonly PlannedUpload[],
  existing: ExistingEntries,
  choices: ReadonlyMap<string, UploadChoice>,
): SettledUpload[] {
  const taken = new Set([...existing.keys(), ...uploads.map(({ relativePath }) => relativePath)]);
  const moved = new Map<string, string>();
  const skipped = new Set<string>();
  const settled: SettledUpload[] = [];

  for (const upload of uploads) {
    const above = foldersAbove(upload.relativePath);
    if (above.some((folder) => skipped.has(folder))) continue;
    if (above.some((folder) => moved.has(folder))) {
      settled.push({ ...withNewPath(upload, moved, above), overwrite: false });
      continue;
    }
    const choice = choices.get(above[0] ?? upload.relativePath) ?? 'skip';
    const outcome = outcomeOf(upload, existing.get(upload.relativePath), choice);
    if (outcome === 'skip') skipped.add(upload.relativePath);
    if (outcome === 'send' || outcome === 'replace') {
      settled.push({ ...upload, overwrite: outcome === 'replace' });
    }
    if (outcome === 'keep-both') {
      const { freeName } = existing.get(upload.relativePath) ?? {};
      moved.set(upload.relativePath, freePath(upload, freeName, taken));
      settled.push({ ...withNewPath(upload, moved, above), overwrite: false });
    }
  }
  return settled;
}

type Outcome = 'send' | 'replace' | 'keep-both' | 'skip' | 'exists';

/** `choice` is that of the top-level name of this upload. */
function outcomeOf(
  { isFolder, relativePath }: PlannedUpload,
  taken: ExistingEntry | undefined,
  choice: UploadChoice,
): Outcome {
  if (!taken) return 'send';
  const isTop = !relativePath.includes('/');
  if (isTop && choice === 'skip') return 'skip';
  if (isTop && choice === 'rename') return 'keep-both';
  if (isFolder && taken.isFolder) return 'exists';
  if (choice === 'add') return 'skip';
  // Only a file can replace a file; other entries are kept.
  return isFolder || taken.isFolder ? 'keep-both' : 'replace';
}

function countTakenInside(
  uploads: readonly PlannedUpload[],
  existing: ExistingEntries,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { relativePath, isFolder } of uploads) {
    const end = relativePath.indexOf('/');
    const taken = existing.get(relativePath);
    if (end < 0 || !taken || (isFolder && taken.isFolder)) continue;
    const top = relativePath.slice(0, end);
    counts.set(top, (counts.get(top) ?? 0) + 1);
  }
  return counts;
}

function withNewPath(
  upload: PlannedUpload,
  moved: ReadonlyMap<string, string>,
  above: readonly string[],
): PlannedUpload {
  const from = [upload.relativePath, ...above].find((path) => moved.has(path));
  const to = from === undefined ? undefined : moved.get(from);
  if (from === undefined || to === undefined) return upload;
  const relativePath = to + upload.relativePath.slice(from.length);
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
  return { ...upload, relativePath, name };
}

/** Returns a free path such as `a(1).txt` or `a(2).txt`, as the server names copies. */
function freePath(
  { relativePath: path, isFolder }: PlannedUpload,
  freeName: string | undefined,
  taken: Set<string>,
): string {
  if (freeName !== undefined && !taken.has(freeName)) {
    taken.add(freeName);
    return freeName;
  }
  const nameStart = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  const cut = isFolder || dot <= nameStart ? path.length : dot;
  for (let number = 1; ; number += 1) {
    const candidate = `${path.slice(0, cut)}(${number})${path.slice(cut)}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    return candidate;
  }
}
