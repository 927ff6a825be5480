import { type CommandEnd, commandUrl, parseCloseReason } from '#contract/commands.ts';
import type { TreePath } from '#contract/paths.ts';
import { ApiError, call, callAddress } from './http.ts';
import { watchAnswers } from './watch-answers.ts';

/**
 * How a command ended. `cancelled`: by the user. `lost`: the connection broke, which ended the command. Nothing was run after the others:
 * `line-too-long` for the server; `unreachable`: the connection was never opened; `refused`: the server has refused the connection.
 */
export type RunEnd =
  | CommandEnd
  | { readonly kind: 'cancelled' | 'lost' | 'line-too-long' | 'unreachable' }
  | { readonly kind: 'refused'; readonly failure: ApiError };

/** Code with which the server closes a WebSocket after a message that is too large (RFC 6455, section 7.4.1). */
const MESSAGE_TOO_BIG = 1009;

export interface RunEvents {
  onLine(line: string): void;
  /** Called when the server does not answer any more, as while it is suspended, and when it answers again. */
  onAnswering(isAnswering: boolean): void;
  /** Called once, after the last line. */
  onEnd(end: RunEnd): void;
}

/**
 * Runs a command in a folder. The session cookie authenticates; the server ends the command when the connection
 * closes. Returns `stop`, which reports `cancelled` at once and closes the connection.
 */
export function runCommand(
  folder: TreePath,
  line: string,
  { onLine, onAnswering, onEnd }: RunEvents,
): { stop(): void } {
  const socket = new WebSocket(socketAddress(commandUrl(folder)));
  let wasOpen = false;
  let isOver = false;
  const watch = watchAnswers(onAnswering);

  function end(how: RunEnd): void {
    if (isOver) return;
    isOver = true;
    watch.stop();
    onEnd(how);
  }

  socket.addEventListener('open', () => {
    wasOpen = true;
    socket.send(line);
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    watch.noteSign();
    if (!isOver) onLine(String(data));
  });
  socket.addEventListener('close', ({ code, reason }) => {
    if (!wasOpen) void whyNotOpened(folder).then(end);
    else if (code === MESSAGE_TOO_BIG) end({ kind: 'line-too-long' });
    else end(parseCloseReason(reason) ?? { kind: 'lost' });
  });
  return {
    stop() {
      end({ kind: 'cancelled' });
      socket.close();
    },
  };
}

/**
 * Returns why a connection was not opened, which browsers do not tell. A request to the same address is refused for the same reason, and logs
 * the user out if the session has ended. Never throws.
 */
async function whyNotOpened(folder: TreePath): Promise<RunEnd> {
  const failure: unknown = await call('GET', commandUrl(folder)).catch((thrown: unknown) => thrown);
  if (!(failure instanceof ApiError)) return { kind: 'unreachable' };
  if (failure.status === 429) return { kind: 'busy' };
  // 400: the server accepts the connection, but a proxy does not forward it.
  return [0, 400, 401].includes(failure.status)
    ? { kind: 'unreachable' }
    : { kind: 'refused', failure };
}

function socketAddress(url: string): URL {
  const address = new URL(callAddress(url), window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}
