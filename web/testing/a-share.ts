import type { Share } from '#contract/shares.ts';

/** Returns a valid share of a file, without uses. */
export function aShare(share: Partial<Share> = {}): Share {
  const path = share.path ?? '/docs/report.pdf';
  return {
    hash: 'hash',
    path,
    userID: 1,
    expire: 0,
    hasPassword: false,
    state: 'live',
    isDir: path.endsWith('/'),
    created: '2026-01-02T03:04:05Z',
    opened: 0,
    downloaded: 0,
    ...share,
  };
}
