/** Small letters and digits, which every keyboard has in reach, without those that are taken for one another. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LEAST_GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * 80 random bits to be read out, or typed on a telephone: `k7fm-x2pa-9qnd-c4ht`. More of them where a password has to
 * have more characters.
 */
export function makePassword(leastLength = 0): string {
  const groups = Math.max(LEAST_GROUPS, Math.ceil((leastLength + 1) / (GROUP_LENGTH + 1)));
  const numbers = crypto.getRandomValues(new Uint8Array(groups * GROUP_LENGTH));
  // There are 32 characters, so that each is as likely as any other.
  const characters = Array.from(numbers, (number) => CHARACTERS[number % CHARACTERS.length]);
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
