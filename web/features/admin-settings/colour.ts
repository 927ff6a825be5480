const COLOUR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Whether it can be stored as the accent: '' is the usual one. */
export function isColour(text: string): boolean {
  return text === '' || COLOUR.test(text);
}

/** Six digits, as a colour picker wants them; the usual accent for what is no colour. */
export function sixDigits(text: string): string {
  if (text === '' || !isColour(text)) return '#2979ff';
  const digits = text.slice(1).toLowerCase();
  const whole = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return `#${whole.slice(0, 6)}`;
}
