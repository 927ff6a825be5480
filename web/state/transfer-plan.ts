import type { Entry } from '#contract/files.ts';
import type { ConflictChoice } from './upload-conflicts.ts';

/** What is to be copied or moved, and where to. */
export interface TransferRequest {
  readonly kind: 'copy' | 'move';
  /** From one folder, or from several where a search has found them. */
  readonly entries: readonly Entry[];
  /** The path of the folder that they are to be in, without a slash at its end: '' for the home. */
  readonly to: string;
  /** Some like to be taken to a target that they have picked far from where they are. */
  readonly targetIs: 'picked' | 'in-sight';
}

/** One entry with its way settled. */
export interface TransferStep {
  readonly entry: Entry;
  /** What happens when the name is taken. */
  readonly whenTaken: 'fail' | 'replace' | 'rename';
}

/** A name that is taken where the entry is to go. */
export interface TransferConflict {
  readonly entry: Entry;
  readonly existing: Entry;
  /** Two folders become one; two files can take each other's place; a file and a folder can do neither. */
  readonly remedy: 'merge' | 'replace' | undefined;
}

export interface TransferPlan {
  readonly steps: readonly TransferStep[];
  readonly conflicts: readonly TransferConflict[];
  /** Folders that would end up in themselves. */
  readonly intoThemselves: readonly Entry[];
}

/** Where the entry lies: '' for the home. */
export function folderHolding({ path }: Pick<Entry, 'path'>): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Whether `folder` is the entry itself or lies in it. */
export function liesIn(folder: string, { path, isDir }: Pick<Entry, 'path' | 'isDir'>): boolean {
  return isDir && (folder === path || folder.startsWith(`${path}/`));
}

/** Whether nothing would change: everything is in that folder already. */
export function isAlreadyThere({
  kind,
  entries,
  to,
}: Pick<TransferRequest, 'kind' | 'entries' | 'to'>): boolean {
  return kind === 'move' && entries.every((entry) => folderHolding(entry) === to);
}

/**
 * What to do with each entry, given what is in the target. A copy in its own folder takes a new name without asking, and a move
 * there is none.
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

/** The entries of a folder by their exact names. */
function entryByName(existing: readonly Entry[]): (name: string) => Entry | undefined {
  const exact = new Map(existing.map((entry) => [entry.name, entry]));
  return (name) => exact.get(name);
}

/** The conflicts of entries that the server refused because of their names, though the listing did not show it. */
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

/** The steps as the choices leave them, by path; a conflict without a choice is skipped. */
export function settleTransfer(
  conflicts: readonly TransferConflict[],
  choices: ReadonlyMap<string, ConflictChoice>,
): TransferStep[] {
  return conflicts.flatMap(({ entry }) => {
    const choice = choices.get(entry.path) ?? 'skip';
    return choice === 'skip' ? [] : [{ entry, whenTaken: choice }];
  });
}

/** What can be chosen for a conflict; `mayReplace` is whether the user may change what is there. */
export function choicesFor({ remedy }: TransferConflict, mayReplace: boolean): ConflictChoice[] {
  return remedy === undefined || !mayReplace ? ['rename', 'skip'] : ['rename', 'replace', 'skip'];
}
