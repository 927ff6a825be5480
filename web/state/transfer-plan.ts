import type { Entry } from '#contract/files.ts';
import type { ConflictChoice } from './upload-conflicts.ts';

/** Request to copy or move entries. */
export interface TransferRequest {
  readonly kind: 'copy' | 'move';
  /** Entries of one folder, or of several for search results. */
  readonly entries: readonly Entry[];
  /** Path of the destination without a trailing slash; '' is the home folder. */
  readonly to: string;
  /** `picked`: chosen in the dialog; some users want to be taken there. `visible`: shown on the page already. */
  readonly targetIs: 'picked' | 'visible';
}

/** One entry with its resolved conflict. */
export interface TransferStep {
  readonly entry: Entry;
  /** Action if the name exists. */
  readonly whenTaken: 'fail' | 'replace' | 'rename';
}

/** An existing name at the destination. */
export interface TransferConflict {
  readonly entry: Entry;
  readonly existing: Entry;
  /** Two folders can be merged and two files replaced; a file and a folder can do neither. */
  readonly remedy: 'merge' | 'replace' | undefined;
}

export interface TransferPlan {
  readonly steps: readonly TransferStep[];
  readonly conflicts: readonly TransferConflict[];
  /** Folders that would be moved into themselves. */
  readonly intoThemselves: readonly Entry[];
}

/** Returns the parent folder of an entry; '' is the home folder. */
export function folderHolding({ path }: Pick<Entry, 'path'>): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Returns the parent folder of an entry that is below `folder`, as searches show it: './', './docs/'. */
export function relativeFolder(entry: Pick<Entry, 'path'>, folder = ''): string {
  return `.${folderHolding(entry).slice(folder.length)}/`;
}

/** Returns true if `folder` is the entry or inside it. */
export function liesIn(folder: string, { path, isDir }: Pick<Entry, 'path' | 'isDir'>): boolean {
  return isDir && (folder === path || folder.startsWith(`${path}/`));
}

/** Returns true if a move would change nothing, because all entries are already in that folder. */
export function isAlreadyThere({
  kind,
  entries,
  to,
}: Pick<TransferRequest, 'kind' | 'entries' | 'to'>): boolean {
  return kind === 'move' && entries.every((entry) => folderHolding(entry) === to);
}

/**
 * Plans each entry by the contents of the destination. Copies within the same folder get new names without a
 * question; moves there are ignored.
 */
export function planTransfer(
  { kind, entries, to }: Pick<TransferRequest, 'kind' | 'entries' | 'to'>,
  existing: readonly Entry[],
): TransferPlan {
  const inTarget = entryByName(existing);
  const plan = {
    steps: [] as TransferStep[],
    conflicts: [] as TransferConflict[],
    intoThemselves: [] as Entry[],
  };
  for (const entry of entries) {
    const taken = inTarget(entry.name);
    if (liesIn(to, entry)) plan.intoThemselves.push(entry);
    else if (folderHolding(entry) === to) {
      if (kind === 'copy') plan.steps.push({ entry, whenTaken: 'rename' });
    } else if (taken) {
      plan.conflicts.push({ entry, existing: taken, remedy: remedyOf(entry, taken) });
    } else plan.steps.push({ entry, whenTaken: 'fail' });
  }
  return plan;
}

/** Looks up the entries of a folder by exact name. */
function entryByName(existing: readonly Entry[]): (name: string) => Entry | undefined {
  const exact = new Map(existing.map((entry) => [entry.name, entry]));
  return (name) => exact.get(name);
}

/** Returns the conflicts of entries that the server rejected although the listing showed none. */
export function conflictsOfRefused(
  refused: readonly Entry[],
  existing: readonly Entry[],
): { conflicts: TransferConflict[]; unexplained: Entry[] } {
  const exact = entryByName(existing);
  const alike = new Map(existing.map((entry) => [foldedName(entry.name), entry]));
  const conflicts: TransferConflict[] = [];
  const unexplained: Entry[] = [];
  for (const entry of refused) {
    const taken = exact(entry.name) ?? alike.get(foldedName(entry.name));
    if (taken) conflicts.push({ entry, existing: taken, remedy: remedyOf(entry, taken) });
    else unexplained.push(entry);
  }
  return { conflicts, unexplained };
}

function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function remedyOf(entry: Entry, existing: Entry): TransferConflict['remedy'] {
  if (entry.isDir !== existing.isDir) return undefined;
  return entry.isDir ? 'merge' : 'replace';
}

/** Returns the steps for the choices by path. A conflict without a choice is skipped. */
export function settleTransfer(
  conflicts: readonly TransferConflict[],
  choices: ReadonlyMap<string, ConflictChoice>,
): TransferStep[] {
  return conflicts.flatMap(({ entry }) => {
    const choice = choices.get(entry.path) ?? 'skip';
    return choice === 'skip' ? [] : [{ entry, whenTaken: choice }];
  });
}

/** Returns the possible choices for a conflict. `mayReplace` is true if the user may change existing entries. */
export function choicesFor({ remedy }: TransferConflict, mayReplace: boolean): ConflictChoice[] {
  return remedy === undefined || !mayReplace ? ['rename', 'skip'] : ['rename', 'replace', 'skip'];
}
