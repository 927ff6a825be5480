import { readRefusal } from '#contract/refusals.ts';
import { expect, test } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../errors.ts';
import { errorReply, statusReply } from './error-reply.ts';

/** The status and body of each code, for a failure whose message names a secret. */
const REPLIES: Readonly<Record<ErrorCode, string>> = {
  'invalid-path': '400 Bad Request (secret)',
  'invalid-request': '400 Bad Request (secret)',
  'not-authenticated': '401 Unauthorized',
  'wrong-credentials': '403 Forbidden',
  forbidden: '403 Forbidden',
  'not-found': '404 Not Found',
  'method-not-allowed': '405 Method Not Allowed',
  'already-exists': '409 Conflict',
  'wrong-offset': '409 Conflict',
  'checksum-mismatch': '460 Checksum Mismatch (secret)',
  stale: '412 Precondition Failed',
  'too-large': '413 Request Entity Too Large',
  'unsupported-type': '415 Unsupported Media Type',
  locked: '423 Locked',
  'too-many-requests': '429 Too Many Requests',
  'storage-failed': '500 Internal Server Error',
  'outside-failed': '500 Internal Server Error',
  'no-space': '507 Insufficient Storage',
  'not-answering': '503 Service Unavailable (secret)',
  'root-missing': '503 Service Unavailable (secret)',
  'database-unavailable': '503 Service Unavailable',
  'shutting-down': '503 Service Unavailable',
  starting: '503 Service Unavailable',
};

test.each(ERROR_CODES)(
  '%s has its status, and a 400 or unavailable storage has the message',
  (code) => {
    const line = REPLIES[code];
    expect(errorReply(new AppError(code, 'secret'))).toEqual({
      status: Number(line.slice(0, 3)),
      body: `${line}\n`,
    });
  },
);

test('a refusal is added as an ASCII header', () => {
  const refusal = { code: 'pattern-unreadable', about: 'ä\r\nX-Evil: 1' } as const;
  const { headers } = errorReply(new AppError('invalid-request', 'no', { refusal }));
  expect(headers).toEqual({ 'x-refusal': 'pattern-unreadable %C3%A4%0D%0AX-Evil%3A%201' });
  const plain = new AppError('forbidden', 'no', { refusal: { code: 'wrong-password' } });
  expect(errorReply(plain)).toMatchObject({
    status: 403,
    headers: { 'x-refusal': 'wrong-password' },
  });
});

test('a long detail of a refusal is shortened, because proxies refuse long headers', () => {
  const refusal = { code: 'pattern-unreadable', about: '😀('.repeat(500) } as const;
  const { headers } = errorReply(new AppError('invalid-request', 'no', { refusal }));
  const header = headers?.['x-refusal'];
  expect(header?.length).toBeLessThan(1_500);
  expect(readRefusal(header)?.about).toBe(`${'😀('.repeat(49)}😀…`);
});

test('an unexpected error reveals nothing', () => {
  const internal = { status: 500, body: '500 Internal Server Error\n' };
  for (const error of [new Error('secret'), 'secret', undefined, { statusCode: 404 }]) {
    expect(errorReply(error)).toEqual(internal);
  }
});

test('refusals of the HTTP framework keep their status from 400 to 499, and hide their message', () => {
  const refused = (statusCode: unknown) =>
    errorReply(Object.assign(new Error('secret'), { statusCode }));
  expect(refused(431)).toEqual({ status: 431, body: '431 Request Header Fields Too Large\n' });
  expect(refused(400)).toEqual({ status: 400, body: '400 Bad Request\n' });
  for (const statusCode of [200, 302, 500, 503, '404']) {
    expect(refused(statusCode).status).toBe(500);
  }
});

test('a status without a reason phrase of its own is an error', () => {
  expect(statusReply(499).body).toBe('499 Error\n');
  expect(statusReply(400, '').body).toBe('400 Bad Request\n');
});
