import type { Entry } from '#contract/files.ts';
import type { LucideIcon } from 'lucide-react';
import { type UsedCommand, usedCommands } from './command-memory.ts';
import { rank, type Ranked } from './rank.ts';

/** A command of the palette: an action, a place or a page of the settings. */
export interface Command {
  /** Identifies the command in the memory of used commands. */
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly kind: 'action' | 'page';
  readonly shortcut?: string | undefined;
  readonly isDangerous?: boolean | undefined;
  run(): void;
}

/** A row of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly command?: Command;
  readonly entry?: Entry;
}

export type GroupKind = 'recent' | 'files' | 'actions' | 'pages';

export interface PaletteGroup {
  readonly kind: GroupKind;
  readonly items: readonly PaletteItem[];
}

/** Number of actions that are shown before anything is typed. */
const MAX_FREQUENT_ITEMS = 6;

/** Returns the groups of rows, the one with the best match first. Empty groups are left out. */
export function groupsOf({
  commands,
  files,
  isRecent,
  terms,
  isFiltered,
}: {
  commands: readonly Command[];
  files: readonly Ranked<{ entry: Entry; label: string }>[];
  /** True if `files` are recent items. */
  isRecent: boolean;
  terms: readonly string[];
  /** True if only files with some properties are wanted. */
  isFiltered: boolean;
}): readonly PaletteGroup[] {
  const fileItems = files.map(({ item: { entry, label }, quality }) => ({
    item: { id: `file ${entry.path}`, label, entry },
    quality,
  }));
  const fileGroup = { kind: isRecent ? 'recent' : 'files', ranked: fileItems } as const;
  if (isFiltered) return shown([fileGroup]);

  const used = usedCommands();
  const recency = new Map(used.map(({ id }, index) => [id, index]));
  const ranked = (kind: Command['kind']) =>
    rank(
      commands
        .filter((command) => command.kind === kind)
        .map((command) => ({
          id: command.id,
          label: command.label,
          command,
          recency: recency.get(command.id),
        })),
      terms,
    );
  const pages = { kind: 'pages', ranked: ranked('page') } as const;
  if (terms.length === 0) {
    const frequent = mostFrequent(ranked('action'), used);
    return shown([fileGroup, { kind: 'actions', ranked: frequent }, pages]);
  }
  const actions = { kind: 'actions', ranked: ranked('action') } as const;
  const best = (group: RankedGroup) => group.ranked[0]?.quality ?? -1;
  return shown([actions, pages, fileGroup].toSorted((a, b) => best(b) - best(a)));
}

interface RankedGroup {
  readonly kind: GroupKind;
  readonly ranked: readonly Ranked<PaletteItem>[];
}

function shown(groups: readonly RankedGroup[]): readonly PaletteGroup[] {
  return groups
    .filter(({ ranked }) => ranked.length > 0)
    .map(({ kind, ranked }) => ({ kind, items: ranked.map(({ item }) => item) }));
}

function mostFrequent(
  actions: readonly Ranked<PaletteItem>[],
  used: readonly UsedCommand[],
): readonly Ranked<PaletteItem>[] {
  const counts = new Map(used.map(({ id, count }) => [id, count]));
  const countOf = ({ item }: Ranked<PaletteItem>) => counts.get(item.id) ?? 0;
  return actions.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MAX_FREQUENT_ITEMS);
}
