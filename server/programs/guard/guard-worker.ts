import { createInterface } from 'node:readline';
import { ProcessTree } from '../process-tree.ts';

// What ends the server may be meant for all of its processes: this one goes when the server is gone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const leaders = new Set<number>();
// A pipe and no channel of messages: its end is still there to be read when it came before we were up.
for await (const line of createInterface(process.stdin)) {
  const [kind, leader] = line.split(' ');
  if (kind === 'begins') leaders.add(Number(leader));
  else leaders.delete(Number(leader));
}
for (const leader of leaders) new ProcessTree(leader).kill();
process.exit(0);
