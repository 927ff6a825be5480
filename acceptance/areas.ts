/** Areas of the recordings that are replayed over HTTP; `cli.test.ts` runs the commands of the area `cli`. */
export const AREAS = [
  'auth',
  'command-ws',
  'errors',
  'events',
  'preview',
  'public',
  'raw-archives',
  'resources-get',
  'resources-write',
  'rules',
  'search',
  'settings',
  'shares',
  'signup',
  'static-index',
  'subtitle',
  'tus',
  'usage',
  'users',
] as const;
export type Area = (typeof AREAS)[number];
