const COLOUR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Returns true for a valid accent colour. '' selects the default. */
export function isColour(text: string): boolean {
  return text === '' || COLOUR.test(text);
}

/** Returns a colour as `#` and six digits without transparency, which colour pickers require; the default accent for an invalid colour. */
export function sixDigits(text: string): string {
  if (text === '' || !isColour(text)) return '#2979ff';
  const digits = text.slice(1).toLowerCase();
  const whole = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${whole.slice(0, 6)}`;
}
