import { latinDigits } from '../../lib/latin-digits.ts';

/** Size used for an invalid text. */
export const FALLBACK_CHUNK_BYTES = 1_048_576;

const SIZE = /^(\d+(?:\.\d+)?)\s*([KMGT]?)B?$/i;
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const POWERS = ['', 'K', 'M', 'G', 'T'];

/** Parses a size such as `10MB`, `512k` or `1.5 GB` into bytes with binary units; undefined if invalid. */
export function parseChunkSize(text: string): number | undefined {
  const [, number = '', unit = ''] = SIZE.exec(latinDigits(text.trim())) ?? [];
  if (number === '') return undefined;
  const bytes = Math.round(Number(number) * 1024 ** POWERS.indexOf(unit.toUpperCase()));
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Formats a size exactly, in the largest unit that gives a value below 1024. */
export function chunkSizeText(bytes: number): string {
  let power = 0;
  while (bytes / 1024 ** power >= 1024 && power < UNITS.length - 1) power += 1;
  return `${bytes / 1024 ** power}${UNITS[power] ?? 'B'}`;
}
