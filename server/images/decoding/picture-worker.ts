import { setPriority } from 'node:os';
import { offerToDieFirst } from './borrowed-file.ts';
import type { OrderMessage, RenderFailure, ReplyMessage } from './orders.ts';
import { render, UnreachableSource } from './render.ts';

/**
 * Decodes pictures of strangers in a process of its own, with nothing but the descriptors it is lent: what kills a decoder
 * kills nothing else, and its memory goes back to the system when it ends.
 */
const NICENESS = 5;

async function handle({ id, order }: OrderMessage): Promise<void> {
  try {
    tell({ id, preview: await render(order) });
  } catch (error) {
    const failure: RenderFailure = error instanceof UnreachableSource ? 'unreachable' : 'broken';
    tell({ id, failure });
  }
}

function tell(reply: ReplyMessage): void {
  if (process.connected) process.send?.(reply);
}

offerToDieFirst();
setPriority(NICENESS);
// The terminal tells all of its processes to stop; this one stops when the server has no more use for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: OrderMessage) => void handle(message));
