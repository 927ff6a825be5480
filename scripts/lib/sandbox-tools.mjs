import { providePrograms } from './debian-programs.mjs';

/** By program: the Debian package that brings it. */
const PACKAGES = { bwrap: 'bubblewrap' };

/** What keeps users' commands to their files; the names of the programs that are missing. */
export function provideSandbox() {
  return providePrograms(PACKAGES, 'the tests of the sandbox for commands');
}
