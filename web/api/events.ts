import {
  eventsUrl,
  HEARTBEAT_MS,
  type ServerEventName,
  type ServerEvents,
} from '#contract/events.ts';
import { call } from './http.ts';

/** An event of the stream; the name selects the type of the data. */
export type ServerEvent = {
  readonly [Name in ServerEventName]: { readonly name: Name; readonly data: ServerEvents[Name] };
}[ServerEventName];

/** Time without any sign of the server after which the connection counts as lost. */
const SILENT_MS = 3 * HEARTBEAT_MS;

/** Follows the event stream. Resolves when it ends; throws when it cannot be opened, breaks or is aborted. */
export async function followEvents(
  folders: readonly string[],
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const response = await call('GET', eventsUrl(folders), {
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENT_MS);
      const messages = (rest + part.value).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const event = parseEvent(message);
        if (event) onEvent(event);
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined for a comment. The cast is safe: the server sends what the contract says. */
function parseEvent(message: string): ServerEvent | undefined {
  const [, name, data] = /^event: ([\w-]+)\ndata: (.*)$/.exec(message) ?? [];
  if (name === undefined || data === undefined) return undefined;
  return { name, data: JSON.parse(data) as unknown } as ServerEvent;
}
