import type { Entry } from '#contract/files.ts';
import type { SearchHit } from '#contract/search.ts';
import type { FakeReply } from './fake-server.ts';

/** A line of what a search of `folder` answers. */
export function hitLine(entry: Entry, folder = ''): string {
  const hit: SearchHit = {
    dir: entry.isDir,
    path: entry.path.slice(folder.length + 1),
    url: `/files${entry.path}${entry.isDir ? '/' : ''}`,
    entry,
  };
  return `${JSON.stringify(hit)}\n`;
}

/** All of what is found, at once. */
export function hits(entries: readonly Entry[]): FakeReply {
  return { text: entries.map((entry) => hitLine(entry)).join('') };
}

/** A search that goes on for as long as the test wants. */
export class SlowSearch {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Nobody reads any longer. */
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

  /** As it stands on the wire, perhaps cut somewhere. */
  send(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }

  find(...entries: readonly Entry[]): void {
    for (const entry of entries) this.send(hitLine(entry));
  }

  end(): void {
    this.#controller?.close();
  }

  /** The line is cut. */
  cut(): void {
    this.#controller?.error(new TypeError('network error'));
  }
}
