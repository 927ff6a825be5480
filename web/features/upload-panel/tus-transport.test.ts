import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onCommandFailed } from '../../api/failed-command.ts';
import { setToken } from '../../api/session-token.ts';
import type { UploadFailure, UploadJob } from '../../state/upload-job.ts';
import { aPageConfig } from '../../testing/fake-server.ts';
import { TinyTusServer } from './tiny-tus-server.test-tools.ts';
import { createTusTransport } from './tus-transport.ts';

// Loads the browser build, because tests resolve packages as Node does.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.es5/browser/index.js'));

const job = (path: string, file: Blob | undefined, overwrite = false): UploadJob => ({
  id: 0,
  path,
  name: path.slice(1),
  size: file?.size ?? 0,
  isFolder: file === undefined,
  overwrite,
  state: { status: 'sending', sent: 0 },
});

type Ending = 'done' | UploadFailure;

/** Sends a text or a file, or creates a folder, and waits for the end; the transfer can be resumed for another. */
function send(
  path: string,
  contents: string | Blob | undefined,
  { overwrite = false, chunkSize = 4, retryCount = 3, isBegun = false, lastModified = 5 } = {},
) {
  const file =
    typeof contents === 'string' ? new File([contents], 'name', { lastModified }) : contents;
  const source = file && { file, key: 'key', isBegun };
  const progress: number[] = [];
  const resumedAt: number[] = [];
  const retries: number[] = [];
  let settle: (ending: Ending) => void = () => {};
  const nextEnding = () => new Promise<Ending>((resolve) => (settle = resolve));
  const ending = nextEnding();
  const transfer = createTusTransport({ chunkSize, retryCount }).send(
    job(path, file, overwrite),
    source,
    {
      onResumed: (sent) => resumedAt.push(sent),
      onProgress: (sent) => progress.push(sent),
      onRetry: (attempt) => retries.push(attempt),
      onDone: () => settle('done'),
      onFailed: ({ reason }) => settle(reason),
    },
  );
  const resumed = () => {
    const next = nextEnding();
    transfer.resume();
    return next;
  };
  return { ending, resumed, transfer, progress, retries, resumedAt };
}

// happy-dom allows tests to set the address of the window.
const browser = window as unknown as { happyDOM: { setURL(url: string): void } };

let server: TinyTusServer;
beforeEach(async () => {
  server = await TinyTusServer.start();
  browser.happyDOM.setURL(`${server.origin}/files/`);
  window.FileBrowser = aPageConfig();
});
afterEach(async () => {
  setToken(undefined);
  await server[Symbol.asyncDispose]();
});

describe('a file', () => {
  test('is uploaded in chunks of the configured size with progress', async () => {
    const { ending, progress } = send('/a b/%#?.txt', 'hello world');
    expect(await ending).toBe('done');
    expect(server.text('/a b/%#?.txt')).toBe('hello world');
    expect(server.requests.map(({ method, offset }) => `${method} ${offset ?? ''}`)).toEqual([
      'POST ',
      'PATCH 0',
      'PATCH 4',
      'PATCH 8',
    ]);
    expect(progress.at(-1)).toBe(11);
  });

  test('is sent as a whole for a chunk size of 0', async () => {
    expect(await send('/a', 'hello world', { chunkSize: 0 }).ending).toBe('done');
    expect(server.count('PATCH')).toBe(1);
  });

  test('is complete after its creation if empty', async () => {
    expect(await send('/empty', '').ending).toBe('done');
    expect(server.text('/empty')).toBe('');
    expect(server.count('PATCH')).toBe(0);
  });

  test('sends its modification time at creation, even if empty', async () => {
    await send('/a', 'hello', { lastModified: 1_234_567_890_123 }).ending;
    await send('/empty', '', { lastModified: 7 }).ending;
    const calls = server.requests.map(({ method, modified }) => `${method} ${modified ?? ''}`);
    expect(calls).toEqual(['POST 1234567890123', 'PATCH ', 'PATCH ', 'POST 7']);
  });

  test('leaves nothing in the browser’s storage', async () => {
    await send('/a', 'hello').ending;
    expect(localStorage.length).toBe(0);
  });
});

describe('after an interruption', () => {
  test('a lost connection resumes from the server’s offset', async () => {
    server.next('PATCH', { cutAfter: 2 });
    const { ending, retries } = send('/a', 'hello world', { chunkSize: 0 });
    expect(await ending).toBe('done');
    expect(server.text('/a')).toBe('hello world');
    expect(server.requests.at(-1)?.offset).toBe('2');
    expect(retries).toEqual([1]);
  });

  test('a lost last response does not send the file again', async () => {
    server.next('PATCH', 'lose-reply');
    expect(await send('/a', 'hello', { chunkSize: 0 }).ending).toBe('done');
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'PATCH', 'HEAD']);
    expect(server.text('/a')).toBe('hello');
  });

  test('a lost response to the creation creates the upload again', async () => {
    server.next('POST', 'lose-reply');
    expect(await send('/a', 'hello').ending).toBe('done');
    expect(server.text('/a')).toBe('hello');
  });

  test('an empty file whose response was lost is not a conflict', async () => {
    server.next('POST', 'lose-reply');
    expect(await send('/a', '').ending).toBe('done');
  });

  test('a chunk that is damaged again and again fails with the reason', async () => {
    server.next('PATCH', { status: 460 }, { status: 460 });
    const { ending, retries } = send('/a', 'hello', { retryCount: 1 });
    expect(await ending).toEqual({ code: 'damaged' });
    expect(retries).toEqual([1]);
  });

  test.each([409, 423, 460, 500, 503])('a %i during the upload is retried', async (status) => {
    server.next('PATCH', { status });
    expect(await send('/a', 'hello world').ending).toBe('done');
    expect(server.text('/a')).toBe('hello world');
  });

  test('a temporarily unavailable offset does not lose data', async () => {
    server.next('PATCH', { cutAfter: 3 });
    server.next('HEAD', { status: 503 }, { status: 423 });
    expect(await send('/a', 'hello world', { chunkSize: 0 }).ending).toBe('done');
    expect(server.count('POST')).toBe(1);
    expect(server.text('/a')).toBe('hello world');
  });

  test('an upload that the server has deleted starts over', async () => {
    server.next('PATCH', { cutAfter: 3 });
    server.next('HEAD', { status: 404 });
    expect(await send('/a', 'hello world', { chunkSize: 0 }).ending).toBe('done');
    expect(server.count('POST')).toBe(2);
    expect(server.text('/a')).toBe('hello world');
  });
});

describe('started during an earlier page load', () => {
  test('resumes from the server’s offset and reports it', async () => {
    server.uploads.set('/a', { length: 11, bytes: Buffer.from('hello ') });
    const { ending, resumedAt } = send('/a', 'hello world', { isBegun: true });
    expect(await ending).toBe('done');
    expect(resumedAt).toEqual([6]);
    expect(server.text('/a')).toBe('hello world');
    expect(server.requests.map(({ method, key }) => `${method} ${key ?? ''}`)).toEqual([
      'HEAD key',
      'PATCH key',
      'PATCH key',
    ]);
  });

  test('starts over silently if the server has deleted it', async () => {
    const { ending, resumedAt } = send('/a', 'hello', { isBegun: true });
    expect(await ending).toBe('done');
    expect(resumedAt).toEqual([]);
    expect(server.text('/a')).toBe('hello');
  });
});

describe('without a connection', () => {
  beforeEach(() => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false));
  afterEach(() => vi.restoreAllMocks());

  test('no attempts are used up for files and folders', async () => {
    server.next('POST', 'lose-reply', 'lose-reply');
    expect(await send('/a', 'hello').ending).toEqual({ code: 'no-connection' });
    expect(await send('/folder', undefined).ending).toEqual({ code: 'no-connection' });
    expect(server.count('POST')).toBe(2);
  });
});

describe('giving up', () => {
  test('an existing name fails at once', async () => {
    server.uploads.set('/a', { length: 3, bytes: Buffer.from('old') });
    expect(await send('/a', 'new').ending).toEqual({ code: 'exists' });
    expect(server.count('POST')).toBe(1);
    expect(server.text('/a')).toBe('old');
  });

  test('an existing file is replaced if allowed', async () => {
    server.uploads.set('/a', { length: 3, bytes: Buffer.from('old') });
    expect(await send('/a', 'new', { overwrite: true }).ending).toBe('done');
    expect(server.text('/a')).toBe('new');
  });

  test.each([
    [403, 'forbidden'],
    [413, 'too-large'],
    [507, 'no-space'],
  ])('a %i is not tried again', async (status, code) => {
    server.next('PATCH', { status });
    expect(await send('/a', 'hello').ending).toEqual({ code });
    expect(server.count('PATCH')).toBe(1);
  });

  test('a refusal without a code shows the server’s message', async () => {
    server.next('POST', { status: 400 });
    expect(await send('/a', 'hello').ending).toMatchObject({
      code: 'refused',
      failure: { message: 'simulated failure' },
    });
  });

  test('fails after the last attempt, and a manual retry resumes', async () => {
    server.next('PATCH', { cutAfter: 3 }, 'lose-reply');
    const { ending, resumed } = send('/a', 'hello world', { chunkSize: 0, retryCount: 0 });
    expect(await ending).toEqual({ code: 'no-connection' });
    expect(await resumed()).toEqual({ code: 'no-connection' });
    expect(await resumed()).toBe('done');
    expect(server.text('/a')).toBe('hello world');
    expect(server.count('POST')).toBe(1);
  });

  test('reports a file that is no longer readable', async () => {
    server.next('PATCH', 'lose-reply');
    const gone = new Blob(['hello']);
    const unreadable = { arrayBuffer: () => Promise.reject(new Error('gone')) };
    const real = gone.slice.bind(gone);
    let slices = 0;
    // The first slice is sent; the second one tests whether the file is readable.
    gone.slice = (...range) =>
      slices++ === 0 ? real(...range) : Object.assign(real(...range), unreadable);
    const { ending } = send('/a', gone, { chunkSize: 0, retryCount: 0 });
    expect(await ending).toEqual({ code: 'unreadable' });
  });
});

test('a file that the browser reports as empty because it cannot read it is not uploaded', async () => {
  const unreadable = Object.assign(new Blob([]), {
    arrayBuffer: () => Promise.reject(new DOMException('not readable', 'NotReadableError')),
  });
  expect(await send('/a', unreadable).ending).toEqual({ code: 'unreadable' });
  expect(server.count('POST')).toBe(0);
});

describe('commands of the administrator', () => {
  const refused = { status: 500, headers: { 'X-Failed-Command': 'before_upload' } };
  const failedAfter = { 'X-Failed-Command': 'after_upload' };
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    onCommandFailed(() => (calls += 1));
  });

  test('a file rejected by a before-command is not retried automatically, but manually', async () => {
    server.next('POST', refused);
    const { ending, resumed, retries } = send('/refused.txt', 'hello');
    expect(await ending).toEqual({ code: 'command-refused' });
    expect(server.count('POST')).toBe(1);
    expect(retries).toEqual([]);
    expect(await resumed()).toBe('done');
    expect(calls).toBe(0);
  });

  test('a folder rejected by a before-command is requested once', async () => {
    server.next('POST', refused);
    expect(await send('/refused', undefined).ending).toEqual({ code: 'command-refused' });
    expect(server.count('POST')).toBe(1);
  });

  test('a file with a failed after-command is complete, and the failure is reported', async () => {
    server.next('PATCH', { extraHeaders: failedAfter });
    expect(await send('/whole.txt', 'all', { chunkSize: 4 }).ending).toBe('done');
    expect(server.text('/whole.txt')).toBe('all');
    expect(calls).toBe(1);
  });

  test('an empty file with a failed after-command is complete', async () => {
    server.next('POST', { status: 500, headers: failedAfter });
    expect(await send('/empty.txt', '').ending).toBe('done');
    expect(server.count('POST')).toBe(1);
    expect(calls).toBe(1);
  });

  test('a folder with a failed after-command is complete', async () => {
    server.next('POST', { status: 500, headers: failedAfter });
    expect(await send('/made', undefined).ending).toBe('done');
    expect(server.count('POST')).toBe(1);
    expect(calls).toBe(1);
  });
});

describe('the session', () => {
  test('every request sends the current token', async () => {
    setToken('first');
    server.next('PATCH', { cutAfter: 2 });
    const { ending, resumed } = send('/a', 'hello world', { retryCount: 0 });
    await ending;
    setToken('second');
    await resumed();
    expect(server.requests[0]?.token).toBe('first');
    expect(server.requests.at(-1)?.token).toBe('second');
  });

  test('uses a token that was renewed in the meantime', async () => {
    server.acceptedToken = 'new';
    setToken('old');
    const { ending } = send('/a', 'hello');
    setToken('new');
    expect(await ending).toBe('done');
  });

  test('an ended session fails with a message and without retries', async () => {
    server.acceptedToken = 'other';
    setToken('ended');
    expect(await send('/a', 'hello').ending).toEqual({ code: 'signed-out' });
    expect(server.text('/a')).toBeUndefined();
  });
});

describe('pausing', () => {
  test('sends nothing more, keeps what has arrived, and goes on from there', async () => {
    server.next('PATCH', { extraHeaders: {} }, 'hold');
    const { ending, transfer } = send('/a', 'hello world', { chunkSize: 4 });
    await vi.waitFor(() => expect(server.count('PATCH')).toBe(2));
    transfer.pause();
    server.letGo();
    // A further request would have been sent before this one.
    expect(await send('/b', 'later', { chunkSize: 0 }).ending).toBe('done');
    expect(server.requests.filter(({ path }) => path === '/a')).toHaveLength(3);
    expect(server.count('DELETE')).toBe(0);
    expect(server.text('/a')).toBe('hell');

    transfer.resume();
    expect(await ending).toBe('done');
    expect(server.text('/a')).toBe('hello world');
  });

  test('a creation whose response is not awaited is not a conflict with itself', async () => {
    server.next('POST', 'hold');
    const { ending, transfer } = send('/empty', '');
    await vi.waitFor(() => expect(server.count('POST')).toBe(1));
    server.uploads.set('/empty', { length: 0, bytes: Buffer.alloc(0) });
    transfer.pause();
    transfer.resume();
    expect(await ending).toBe('done');
  });

  test('a folder is created when its creation goes on', async () => {
    server.next('POST', { status: 500 });
    const { ending, transfer } = send('/folder', undefined);
    transfer.pause();
    transfer.resume();
    expect(await ending).toBe('done');
    expect(server.folders).toContain('/folder/');
  });
});

describe('cancelling', () => {
  test('deletes the partial upload on the server and reports nothing more', async () => {
    server.next('PATCH', { cutAfter: 3 });
    const { ending, transfer } = send('/a', 'hello world', { chunkSize: 0, retryCount: 0 });
    await ending;
    transfer.cancel();
    await vi.waitFor(() => expect(server.uploads.has('/a')).toBe(false));
  });

  test('keeps a completed file', async () => {
    const { ending, transfer } = send('/a', 'hello');
    await ending;
    transfer.cancel();
    // A request to delete it would have been sent before this one.
    expect(await send('/b', 'later').ending).toBe('done');
    expect(server.count('DELETE')).toBe(0);
    expect(server.text('/a')).toBe('hello');
  });
});

describe('a folder', () => {
  test('is created by a call', async () => {
    expect(await send('/new/folder', undefined).ending).toBe('done');
    expect(server.folders).toEqual(['/new/folder/']);
  });

  test('is retried after a lost response and a server error', async () => {
    server.next('POST', 'lose-reply', { status: 503 });
    const { ending, retries } = send('/folder', undefined);
    expect(await ending).toBe('done');
    expect(retries).toEqual([1, 2]);
  });

  test('fails at once without the permission', async () => {
    server.next('POST', { status: 403 });
    expect(await send('/folder', undefined).ending).toEqual({ code: 'forbidden' });
  });
});
