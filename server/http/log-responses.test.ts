import { expect, test } from 'vitest';
import { withoutHash } from './log-responses.ts';

test.each([
  ['/api/public/share/AbCdEfGhIjKlMnOpQrStUv/sub', '/api/public/share/AbC…/sub'],
  ['/api/public/dl/AbCdEfGh', '/api/public/dl/AbC…'],
  ['/api/public/selections/AbCdEfGh', '/api/public/selections/AbC…'],
  ['/api/public/preview/thumb/AbCdEfGh/a.jpg', '/api/public/preview/thumb/AbC…/a.jpg'],
  ['/api/links/AbCdEfGh/uses', '/api/links/AbC…/uses'],
  ['/api/share/AbCdEfGh', '/api/share/AbC…'],
  ['/share/AbCdEfGh/sub', '/share/AbC…/sub'],
])('a log does not let its readers in by %s', (path, told) => {
  expect(withoutHash(path)).toBe(told);
});

test.each(['/api/login', '/api/resources/share/AbCdEfGh', '/api/public/share/', '/files/share/x'])(
  'all other addresses stand in a log as they are: %s',
  (path) => {
    expect(withoutHash(path)).toBe(path);
  },
);
