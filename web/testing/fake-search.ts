import type { Entry } from '#contract/files.ts';
import type { SearchHit } from '#contract/search.ts';
import type { FakeReply } from './fake-server.ts';

/** Returns one line of the response to a search of `folder`. */
export function hitLine(entry: Entry, folder = ''): string {
  const hit: SearchHit = {
    dir: entry.isDir,
    path: entry.path.slice(folder.length + 1),
    url: `/files${entry.path}${entry.isDir ? '/' : ''}`,
    entry,
  };
  return `${JSON.stringify(hit)}\n`;
}

/** Returns the response of a search, with all hits at once. */
export function hits(entries: readonly Entry[]): FakeReply {
  return { text: entries.map((entry) => hitLine(entry)).join('') };
}

/** A search that continues until the test ends it. */
export class SlowSearch {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Set when the page has stopped reading. */
  isLeft = false;
  readonly reply: FakeReply = {
    stream: new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.isLeft = true;
      },
    }),
  };

  /** Sends text as it is, possibly a part of a line. */
  send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  find(...entries: readonly Entry[]): void {
    for (const entry of entries) this.send(hitLine(entry));
  }

  end(): void {
    this.#controller?.close();
  }

  /** Breaks the connection. */
  cut(): void {
    this.#controller?.error(new TypeError('network error'));
  }
}
