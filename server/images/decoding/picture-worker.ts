import { setPriority } from 'node:os';
import { offerToDieFirst } from './borrowed-file.ts';
import type { OrderMessage, RenderFailure, ReplyMessage } from './decoder-messages.ts';
import { loadSharp, render, UnreachableSource } from './render.ts';

/**
 * Decodes untrusted images in a process of its own, with nothing but lent descriptors: a crash of a decoder affects
 * nothing else, and the memory is returned when the process ends.
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

async function begin(): Promise<void> {
  const hasLibrary = await loadSharp().then(
    () => true,
    () => false,
  );
  tell({ hasLibrary });
}

offerToDieFirst();
setPriority(NICENESS);
// A terminal sends its signal to all processes of the group. This one stops only when the server ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());
process.on('message', (message: OrderMessage) => void handle(message));
void begin();
