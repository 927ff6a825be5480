import type { ExistingItems, ExistingPaths } from '#contract/existing.ts';
import type { Entry, Folder, Usage } from '#contract/files.ts';
import type { PageConfig } from '#contract/page-config.ts';
import type { TokenUser } from '#contract/session.ts';

/** A response of the fake server. A plain value is sent as JSON with status 200. */
export interface FakeReply {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  /** A body that arrives in pieces. */
  readonly stream?: ReadableStream<Uint8Array>;
  readonly headers?: Record<string, string>;
}

export interface FakeCall {
  readonly method: string;
  /** Address with its query, without the base path. */
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

type Answer = FakeReply | ((call: FakeCall) => FakeReply | Promise<FakeReply>);

/** Speaks HTTP to the page at the level of `fetch`, with replies typed by the contract. */
export interface FakeServer {
  /** All calls so far, the oldest first. */
  readonly calls: readonly FakeCall[];
  /** Sets the response to a method and address; the newest wins. The query is not compared. */
  on(method: string, path: string, answer: Answer): FakeServer;
  /** Adds a folder that can be listed, with its usage. */
  folder(folder: Folder, usage?: Usage): FakeServer;
  /** Sets the user whom log-in and renewal return; undefined refuses both. */
  session(user: TokenUser | undefined): FakeServer;
  /** Fails every later call, like a lost connection. */
  unplug(): void;
  plugIn(): void;
}

/** Replaces `fetch` and the configuration of the page until the end of the test. */
export function fakeServer(config: Partial<PageConfig> = {}): FakeServer {
  window.FileBrowser = aPageConfig(config);
  const calls: FakeCall[] = [];
  const answers = new Map<string, Answer>();
  const entries = new Map<string, Entry>();
  let plugged = true;

  globalThis.fetch = async (input, init) => {
    if (!plugged) throw new TypeError('Failed to fetch');
    const request = callOf(input, init);
    calls.push(request);
    const answer = answers.get(`${request.method} ${request.url.split('?')[0] ?? ''}`);
    if (!answer) return replyOf({ status: 404, text: '404 Not Found\n' });
    const reply = typeof answer === 'function' ? await answered(answer(request), init) : answer;
    return replyOf(reply, init?.signal ?? undefined);
  };

  const server: FakeServer = {
    calls,
    on: (method, path, answer) => {
      answers.set(`${method} ${path}`, answer);
      return server;
    },
    folder: (folder, usage = { used: 0, total: 0 }) => {
      for (const entry of folder.items) entries.set(entry.path, entry);
      const address = folder.path.split('/').map(encodeURIComponent).join('/');
      server.on('GET', `/api/resources${address}`, { json: folder });
      server.on('POST', `/api/existing${address}`, ({ body }) => ({
        json: existingIn(folder.path, (JSON.parse(body) as ExistingPaths).paths, entries),
      }));
      return server.on('GET', `/api/usage${address}`, { json: usage });
    },
    session: (user) => {
      const reply = user ? { text: aToken(user) } : { status: 401, text: '401 Unauthorized\n' };
      server.on('POST', '/api/renew', reply);
      return server.on(
        'POST',
        '/api/login',
        user ? reply : { status: 403, text: '403 Forbidden\n' },
      );
    },
    unplug: () => {
      plugged = false;
    },
    plugIn: () => {
      plugged = true;
    },
  };
  return server.on('POST', '/api/logout', { status: 204 });
}

function existingIn(
  folder: string,
  paths: readonly string[],
  entries: ReadonlyMap<string, Entry>,
): ExistingItems {
  const items = paths.flatMap((path) => {
    const entry = entries.get(`${folder}${path}`);
    if (entry === undefined) return [];
    return [{ path, isDir: entry.isDir, size: entry.size, modified: entry.modified }];
  });
  return { items };
}

export function aPageConfig(config: Partial<PageConfig> = {}): PageConfig {
  return {
    AuthMethod: 'json',
    BaseURL: '',
    CSS: false,
    Color: '',
    DisableExternal: false,
    DisableUsedPercentage: false,
    EnableExec: false,
    ShellAccess: false,
    EnableThumbs: false,
    HideLoginButton: true,
    LoginPage: true,
    LogoutPage: '/login',
    MinimumPasswordLength: 12,
    Name: '',
    NoAuth: false,
    ReCaptcha: false,
    ResizePreview: false,
    Signup: false,
    StaticURL: '/static',
    Theme: '',
    Trash: false,
    TusSettings: { chunkSize: 10_485_760, retryCount: 5 },
    Version: '3.0.0',
    Versions: false,
    ...config,
  };
}

export function aTokenUser({ perm, ...user }: Partial<TokenUser> = {}): TokenUser {
  return {
    id: 1,
    locale: 'en',
    viewMode: 'list',
    singleClick: false,
    redirectAfterCopyMove: false,
    perm: perm ?? {
      admin: false,
      execute: false,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
    },
    commands: [],
    lockPassword: false,
    hideDotfiles: false,
    dateFormat: false,
    username: 'anna',
    aceEditorTheme: '',
    ...user,
  };
}

/** Returns a token like one of the server, with a signature that is not checked here. */
export function aToken(user: TokenUser): string {
  const payload = { user, iss: 'File Browser', iat: 1, exp: 9_999_999_999, sid: 'session' };
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `e30.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
}

/** Returns a file at `path`, which has no slash at the end. */
export function anEntry(path: string, entry: Partial<Entry> = {}): Entry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isDir = entry.isDir ?? false;
  const dot = name.lastIndexOf('.');
  return {
    path,
    name,
    size: 1_024,
    extension: isDir || dot < 1 ? '' : name.slice(dot),
    modified: '2026-01-02T03:04:05Z',
    mode: isDir ? 2_147_484_141 : 420,
    isDir,
    isSymlink: false,
    type: isDir ? '' : 'blob',
    ...entry,
  };
}

/** Returns a folder at `path`, which has a slash at the end. */
export function aFolder(path: string, items: readonly Entry[] = []): Folder {
  const folders = items.filter((item) => item.isDir).length;
  return {
    ...anEntry(path.slice(0, -1), { isDir: true }),
    path,
    items: [...items],
    numDirs: folders,
    numFiles: items.length - folders,
    sorting: { by: 'name', asc: false },
  };
}

function callOf(input: RequestInfo | URL, init: RequestInit | undefined): FakeCall {
  const { pathname, search } = new URL(
    input instanceof Request ? input.url : input,
    'http://localhost',
  );
  return {
    method: init?.method ?? 'GET',
    url: pathname.slice(window.FileBrowser.BaseURL.length) + search,
    headers: new Headers(init?.headers),
    body: textOfBody(init?.body),
  };
}

function textOfBody(body: BodyInit | null | undefined): string {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  return typeof body === 'string' ? body : '';
}

/** Returns the response, or rejects when the caller aborts the request, as `fetch` does. */
function answered(answer: FakeReply | Promise<FakeReply>, init: RequestInit | undefined) {
  const signal = init?.signal;
  if (!signal) return answer;
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    }),
  ]);
}

function replyOf(
  { status = 200, json, text, stream, headers = {} }: FakeReply,
  signal?: AbortSignal,
): Response {
  const whole = json === undefined ? (text ?? '') : JSON.stringify(json);
  // As with `fetch`, aborting the request also aborts its body.
  const body = stream?.pipeThrough(new TransformStream(), signal ? { signal } : {}) ?? whole;
  return new Response(status === 204 ? null : body, { status, headers });
}
