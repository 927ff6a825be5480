import { Agent, type IncomingMessage, request } from 'node:http';
import {
  eventsUrl,
  type FolderEvent,
  SERVER_EVENTS,
  type ServerEventName,
  type ServerEvents,
} from '#contract/events.ts';
import { TOKEN_HEADER } from '#contract/session.ts';
import type { TestApp } from './app.ts';
import type { Client } from './client.ts';
import { until } from './open-request.ts';

export interface ReceivedEvent<Name extends ServerEventName = ServerEventName> {
  readonly name: Name;
  readonly data: ServerEvents[Name];
}

/** An open event stream, with the events that have arrived. */
export interface TestStream extends AsyncDisposable {
  readonly events: readonly ReceivedEvent[];
  readonly bytes: number;
  readonly hasEnded: boolean;
  readonly status: number;
  /** Returns the data of all events of this name. */
  of<Name extends ServerEventName>(name: Name): ServerEvents[Name][];
  /** Resolves when the events satisfy the condition. */
  until(holds: (stream: TestStream) => boolean): Promise<void>;
  /** Stops reading, like a client on a slow network, and goes on. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Opens an event stream. Resolves when the server has answered; after the event `ready` if it was accepted. */
export async function openStream(
  app: Pick<TestApp, 'url'>,
  client: Client,
  folders: readonly string[] = [],
): Promise<TestStream> {
  const headers = { [TOKEN_HEADER]: client.token ?? '' };
  const agent = new Agent({ keepAlive: false });
  const asked = request(`${app.url}${eventsUrl(folders)}`, { headers, agent });
  asked.on('error', () => undefined);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject).end();
  });
  const events: ReceivedEvent[] = [];
  let rest = '';
  let bytes = 0;
  let hasEnded = false;
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    bytes += text.length;
    const messages = (rest + text).split('\n\n');
    rest = messages.pop() ?? '';
    events.push(...messages.flatMap(parseEvent));
  });
  response.on('error', () => undefined).on('close', () => (hasEnded = true));
  const stream: TestStream = {
    events,
    get bytes() {
      return bytes;
    },
    get hasEnded() {
      return hasEnded;
    },
    status: response.statusCode ?? 0,
    of: <Name extends ServerEventName>(wanted: Name) =>
      // The name of an event selects the type of its data.
      events.flatMap(({ name, data }) => (name === wanted ? [data as ServerEvents[Name]] : [])),
    until: (holds) => until(() => holds(stream)),
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void asked.destroy(),
    [Symbol.asyncDispose]: async () => void asked.destroy(),
  };
  if (stream.status === 200) await stream.until((each) => each.of('ready').length > 0);
  return stream;
}

/** Returns the names that changes of a folder have mentioned. */
export function namesIn(events: readonly FolderEvent[]): string[] {
  return events.flatMap((event) =>
    'all' in event ? [] : [...event.changed.map(({ name }) => name), ...event.gone],
  );
}

function parseEvent(message: string): ReceivedEvent[] {
  const [, name, data] = /^event: ([\w-]+)\ndata: (.*)$/.exec(message) ?? [];
  if (name === undefined || data === undefined) return [];
  const known = name as ServerEventName; // An unknown name has no schema, and fails here.
  return [{ name: known, data: SERVER_EVENTS[known].parse(JSON.parse(data)) }];
}
