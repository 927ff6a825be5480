import { type CommandEnd, commandUrl, parseCloseReason } from '#contract/commands.ts';
import type { TreePath } from '#contract/paths.ts';
import { callAddress } from './http.ts';

/**
 * How a command ended. `cancelled`: by the user. `lost`: the connection broke, which ended the command.
 * `unreachable`: no connection, so nothing was run.
 */
export type RunEnd = CommandEnd | { readonly kind: 'cancelled' | 'lost' | 'unreachable' };

export interface RunEvents {
  onLine(line: string): void;
  /** Called once, after the last line. */
  onEnd(end: RunEnd): void;
}

/**
 * Runs a command in a folder. The session cookie authenticates; the server ends the command when the connection
 * closes.
 */
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
