import { providePrograms } from './debian-programs.mjs';

/** By program: the Debian package that brings it. */
const PACKAGES = { bash: 'bash', fish: 'fish', zsh: 'zsh' };

/** Shells that are asked what they complete; the names of those that are missing. */
export function provideShells() {
  return providePrograms(PACKAGES, 'the tests of completions');
}
