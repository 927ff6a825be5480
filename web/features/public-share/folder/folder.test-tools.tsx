import type { Entry } from '#contract/files.ts';
import { encodePath } from '#contract/paths.ts';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import words from '../../../i18n/languages/en.json?part=link';
import { aFolder, type FakeServer, fakeServer } from '../../../testing/fake-server.ts';
import { PublicShare } from '../public-share.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

export const HASH = 'h4sh';
const SHARE = `/api/public/share/${HASH}`;
const DOWNLOAD = `/api/public/dl/${HASH}`;

/** Fake server with shared folders and files. */
export class FakeShare {
  readonly server: FakeServer;
  readonly #token: string | undefined;

  constructor({
    token,
    ...config
  }: { token?: string; EnableThumbs?: boolean; ResizePreview?: boolean } = {}) {
    this.#token = token;
    this.server = fakeServer({ BaseURL: '/fb', ...config });
  }

  /** `path` ends with a slash. */
  folder(path: string, items: readonly Entry[], name = 'Trip'): this {
    const folder = { ...aFolder(path, items), name, ...(this.#token && { token: this.#token }) };
    this.server.on('GET', SHARE + encodePath(path === '/' ? '/' : path.slice(0, -1)), {
      json: folder,
    });
    return this;
  }

  /** Sets the response for the bytes at a path; by default, all files exist. */
  bytes(path: string, status = 200, text = ''): this {
    for (const method of ['HEAD', 'GET']) {
      this.server.on(method, DOWNLOAD + encodePath(path), { status, text });
    }
    return this;
  }

  open(path = '') {
    window.history.replaceState(null, '', `/fb/share/${HASH}${path}`);
    startI18n(words);
    render(<PublicShare />);
    return userEvent.setup();
  }
}

/** Returns the addresses of the following browser downloads. */
export function watchDownloads(): string[] {
  const started: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.hasAttribute('download')) started.push(this.getAttribute('href') ?? '');
  });
  return started;
}
