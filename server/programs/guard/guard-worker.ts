import { createInterface } from 'node:readline';
import { ProcessTree } from '../process-tree.ts';

// Ignores signals that may be sent to all processes of the server: this process ends after the server has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const leaders = new Set<number>();
// Reads a pipe, not an IPC channel: its end is still noticed when it came before this process was ready.
for await (const line of createInterface(process.stdin)) {
  const [kind, leader] = line.split(' ');
  if (kind === 'begins') leaders.add(Number(leader));
  else leaders.delete(Number(leader));
}
for (const leader of leaders) new ProcessTree(leader).kill();
process.exit(0);
