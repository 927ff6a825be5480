/** Inputs of the build, relative to the clone. */
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

/** File that holds the hash of the sources from which `dist` was built. */
export const BUILD_STAMP = 'dist/.sources';
