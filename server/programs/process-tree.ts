import { type ProcessEntry, readProcess, readProcessTable } from './process-table.ts';

type EndingSignal = 'SIGTERM' | 'SIGKILL';

/** Whoever is made faster than it can be ended has to be looked for again; at some time that is enough. */
const MOST_ROUNDS = 20;

/**
 * A program and all that it has started: its process group, everything that descends from it, and what of that was seen once,
 * also when it has left the group and its parents are gone. What nobody has seen in time is not known: that is what the sandbox is for.
 */
export class ProcessTree {
  readonly #leader: number;
  /** Those who have left the group, as they were last seen: by number, when they began. */
  #strays = new Map<number, string>();

  constructor(leader: number) {
    this.#leader = leader;
  }

  /** How many there are. Looks at all processes of the machine, unless somebody just has. */
  count(table = readProcessTable()): number {
    return this.#find(table).length;
  }

  /** Asks them to end. `leader: false` leaves out the first of them, which is a sandbox: it would end all others at once. */
  ask({ leader }: { readonly leader: boolean }): void {
    const others = this.#find(readProcessTable()).filter(({ pid }) => pid !== this.#leader);
    if (leader) sendTo(-this.#leader, 'SIGTERM');
    for (const one of others) {
      if (!leader || one.group !== this.#leader) sendToSame(one, 'SIGTERM');
    }
  }

  /** Ends all of them, while the first one is there. */
  kill(): void {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const strays = this.#find(readProcessTable()).filter(
        ({ group, isDead }) => group !== this.#leader && !isDead,
      );
      sendTo(-this.#leader, 'SIGKILL');
      for (const one of strays) sendToSame(one, 'SIGKILL');
      if (strays.length === 0) return;
    }
  }

  /** Ends those that are left when the first one has ended. What comes from none of those who were seen is not looked for. */
  killRest(): void {
    sendTo(-this.#leader, 'SIGKILL');
    if (this.#strays.size > 0) this.kill();
  }

  #find(table: readonly ProcessEntry[]): ProcessEntry[] {
    const children = byParent(table);
    const found = new Set(table.filter((entry) => this.#isKnown(entry)));
    // A set is walked in the order in which it grows, to its last member.
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

/** To that process, and to none that has got its number since. */
function sendToSame({ pid, startedAt }: ProcessEntry, signal: EndingSignal): void {
  if (readProcess(pid)?.startedAt === startedAt) sendTo(pid, signal);
}

/** A number below zero is a whole group. */
function sendTo(pid: number, signal: EndingSignal): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Nobody is there any more.
  }
}
