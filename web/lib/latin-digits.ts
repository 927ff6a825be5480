/** Replaces digits of other scripts, which the keyboards of some languages type, by 0 to 9. */
export function latinDigits(text: string): string {
  // The compatible form of full-width and mathematical digits is a Latin one.
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit.normalize('NFKC'))));
}

/** Returns the value of a digit. Those of a script follow each other, beginning with zero. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
