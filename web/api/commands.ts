import { type CommandEnd, commandUrl, parseCloseReason } from '#contract/commands.ts';
import type { TreePath } from '#contract/paths.ts';
import { callAddress } from './http.ts';

/**
 * How a command has ended for whoever ran it. `cancelled`: by themselves; `lost`: the connection, and with it the command;
 * `unreachable`: there was no connection, and nothing was run.
 */
export type RunEnd = CommandEnd | { readonly kind: 'cancelled' | 'lost' | 'unreachable' };

export interface RunEvents {
  onLine(line: string): void;
  /** Once, after the last line. */
  onEnd(end: RunEnd): void;
}

/** Runs a line in a folder. The cookie of the session says who asks; the server ends the command when nobody listens any longer. */
export function runCommand(
  folder: TreePath,
  line: string,
  { onLine, onEnd }: RunEvents,
): { stop(): void } {
  const socket = new WebSocket(socketAddress(commandUrl(folder)));
  let wasOpen = false;
  let isOver = false;

  function end(how: RunEnd): void {
    if (isOver) return;
    isOver = true;
    onEnd(how);
  }

  socket.addEventListener('open', () => {
    wasOpen = true;
    socket.send(line);
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isOver) onLine(String(data));
  });
  socket.addEventListener('close', ({ reason }) => {
    end(parseCloseReason(reason) ?? { kind: wasOpen ? 'lost' : 'unreachable' });
  });
  return {
    stop() {
      end({ kind: 'cancelled' });
      socket.close();
    },
  };
}

function socketAddress(url: string): URL {
  const address = new URL(callAddress(url), window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}
