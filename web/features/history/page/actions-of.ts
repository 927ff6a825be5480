import type { HistoryEntry } from '#contract/history.ts';

/** One action of the user: one operation, or all operations of its group. */
export interface DoneAction {
  /** Id of its last operation, by which it is undone. */
  readonly id: number;
  /** In the order in which the user has done them. */
  readonly operations: readonly HistoryEntry[];
  /** Time of the last operation, in Unix milliseconds. */
  readonly at: number;
  /** `done`: at least one operation may be undone. */
  readonly state: HistoryEntry['state'];
}

/** Groups operations, the latest first, by action. */
export function actionsOf(entries: readonly HistoryEntry[]): readonly DoneAction[] {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const key = entry.group ?? `${entry.id}`;
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups.values()].flatMap((group) => {
    const [latest] = group;
    if (!latest) return [];
    const operations = group.toReversed();
    return [{ id: latest.id, operations, at: latest.at, state: stateOf(group) }];
  });
}

function stateOf(group: readonly HistoryEntry[]): HistoryEntry['state'] {
  const states = new Set(group.map(({ state }) => state));
  if (states.has('done')) return 'done';
  return states.has('impossible') ? 'impossible' : 'undone';
}
