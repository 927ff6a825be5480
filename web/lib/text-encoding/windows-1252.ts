/**
 * Characters of Windows-1252 from 0x80 to 0x9F, where Latin-1 has control characters. Five positions are the same in
 * both.
 */
const SPECIAL = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const FIRST = 0x80;
const AFTER_LAST = FIRST + SPECIAL.length;

const BYTES = new Map(Array.from(SPECIAL, (character, index) => [character, FIRST + index]));

/** Returns true for bytes that indicate Windows-1252, because Latin-1 has no visible characters there. */
export function isInSpecialRange(byte: number): boolean {
  return byte >= FIRST && byte < AFTER_LAST;
}

/** Converts a text that was decoded as Latin-1 although its bytes are Windows-1252. */
export function fromWindows1252(latin1: string): string {
  return latin1.replaceAll(/[\u0080-\u009f]/g, (character) => {
    return SPECIAL[character.charCodeAt(0) - FIRST] ?? character;
  });
}

/** Returns the byte of a character; undefined if the encoding lacks it. */
export function byteInWindows1252(character: string): number | undefined {
  const special = BYTES.get(character);
  if (special !== undefined) return special;
  const code = character.charCodeAt(0);
  return code > 0xff || isInSpecialRange(code) ? undefined : code;
}
