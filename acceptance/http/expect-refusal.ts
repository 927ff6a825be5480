import { expect } from 'vitest';
import { SECRET } from '../fixtures/album.ts';
import type { Reply } from './send.ts';

/** Expects one of these statuses with a plain text body that reveals no secret and no path. */
export function expectRefusal(reply: Reply, statuses: readonly number[]): void {
  const text = reply.body.toString('latin1');
  expect(statuses, `answered ${reply.status} ${text.slice(0, 80)}`).toContain(reply.status);
  expect(text).toMatch(/^\d{3} [A-Z]/);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('filebrowser-acceptance-');
  expect(text).not.toContain('root:');
}
