/** Everything the built product is made of, relative to the clone. */
export const BUILD_INPUTS = [
  'contract',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
  'scripts/lib/bundle-server.mjs',
];

/** Holds the hash of the sources that `dist` was built from. */
export const BUILD_STAMP = 'dist/.sources';
