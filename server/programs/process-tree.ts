import { type ProcessEntry, readProcess, readProcessTable } from './process-table.ts';

type EndingSignal = 'SIGTERM' | 'SIGKILL';

/** Maximum number of rounds: processes may be created faster than they are killed. */
const MAX_ROUNDS = 20;

/**
 * A program and its descendants: its process group, everything that descends from it, and descendants that were seen before they
 * left the group and their parents ended. Unseen ones are not found; the sandbox contains those.
 */
export class ProcessTree {
  readonly #leader: number;
  /** Start times of processes that left the group, by process number. */
  #strays = new Map<number, string>();

  constructor(leader: number) {
    this.#leader = leader;
  }

  /** Returns the number of processes. Reads the process table unless it is given. */
  count(table = readProcessTable()): number {
    return this.#find(table).length;
  }

  /** Sends SIGTERM. `leader: false` omits the leader of a sandbox, whose end would kill all others at once. */
  terminate({ leader }: { readonly leader: boolean }): void {
    const others = this.#find(readProcessTable()).filter(({ pid }) => pid !== this.#leader);
    if (leader) sendTo(-this.#leader, 'SIGTERM');
    for (const one of others) {
      if (!leader || one.group !== this.#leader) sendToSame(one, 'SIGTERM');
    }
  }

  /** Kills all processes while the leader exists. */
  kill(): void {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const strays = this.#find(readProcessTable()).filter(
        ({ group, isDead }) => group !== this.#leader && !isDead,
      );
      sendTo(-this.#leader, 'SIGKILL');
      for (const one of strays) sendToSame(one, 'SIGKILL');
      if (strays.length === 0) return;
    }
  }

  /** Kills the rest after the leader has ended. */
  killRest(): void {
    sendTo(-this.#leader, 'SIGKILL');
    if (this.#strays.size > 0) this.kill();
  }

  #find(table: readonly ProcessEntry[]): ProcessEntry[] {
    const children = byParent(table);
    const found = new Set(table.filter((entry) => this.#isKnown(entry)));
    // Iterating over a set includes members that are added during the loop.
    for (const { pid } of found) {
      for (const child of children.get(pid) ?? []) found.add(child);
    }
    const strays = [...found].filter(({ group }) => group !== this.#leader);
    this.#strays = new Map(strays.map(({ pid, startedAt }) => [pid, startedAt]));
    return [...found];
  }

  #isKnown({ pid, group, startedAt }: ProcessEntry): boolean {
    return group === this.#leader || this.#strays.get(pid) === startedAt;
  }
}

function byParent(table: readonly ProcessEntry[]): Map<number, ProcessEntry[]> {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of table) {
    const siblings = children.get(entry.parent);
    if (siblings === undefined) children.set(entry.parent, [entry]);
    else siblings.push(entry);
  }
  return children;
}

/** Sends a signal unless the process number was reused. */
function sendToSame({ pid, startedAt }: ProcessEntry, signal: EndingSignal): void {
  if (readProcess(pid)?.startedAt === startedAt) sendTo(pid, signal);
}

/** A negative number addresses a whole group. */
function sendTo(pid: number, signal: EndingSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}
