/** Lower-case letters and digits without ambiguous ones. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const MIN_GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * Generates a password of at least 80 random bits that is easy to read out: `k7fm-x2pa-9qnd-c4ht`. Longer if a
 * minimum length requires it.
 */
export function makePassword(leastLength = 0): string {
  const groups = Math.max(MIN_GROUPS, Math.ceil((leastLength + 1) / (GROUP_LENGTH + 1)));
  const numbers = crypto.getRandomValues(new Uint8Array(groups * GROUP_LENGTH));
  // The 32 characters are equally likely.
  const characters = Array.from(numbers, (number) => CHARACTERS[number % CHARACTERS.length]);
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
