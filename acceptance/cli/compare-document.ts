import { parse } from 'yaml';
import { short } from '../replay/compare-json.ts';
import type { Json } from '../replay/recording-format.ts';

/** Checks of the values that placeholders stand for. Hashes are bcrypt on the first start, and argon2id in a database. */
const PLACEHOLDERS: Readonly<Record<string, (actual: unknown) => boolean>> = {
  '{BCRYPT}': (actual) =>
    typeof actual === 'string' &&
    /^\$(?:2[aby]\$\d\d\$[./0-9A-Za-z]{53}|argon2id\$v=19\$\S+)$/.test(actual),
  '{KEY}': (actual) => typeof actual === 'string' && /^[A-Za-z0-9+/]{86}==$/.test(actual),
  '{64 NUMBERS}': (actual) => Array.isArray(actual) && actual.length === 64 && actual.every(isByte),
};

/** Returns the differences: what `actual` lacks or contains with another value. Additional keys are accepted. */
export function compareDocument(recorded: Json, actual: unknown, where: string): string[] {
  const describes = typeof recorded === 'string' ? PLACEHOLDERS[recorded] : undefined;
  if (describes !== undefined) return describes(actual) ? [] : [mismatch(where, recorded, actual)];
  if (Array.isArray(recorded)) return compareList(recorded as readonly Json[], actual, where);
  if (recorded === null || typeof recorded !== 'object') {
    return Object.is(recorded, actual) ? [] : [mismatch(where, recorded, actual)];
  }
  if (actual === null || typeof actual !== 'object') return [mismatch(where, recorded, actual)];
  return Object.entries(recorded).flatMap(([key, value]) =>
    key in actual
      ? compareDocument(value, (actual as Record<string, unknown>)[key], `${where}.${key}`)
      : [`${where}.${key} is missing`],
  );
}

function compareList(recorded: readonly Json[], actual: unknown, where: string): string[] {
  if (!Array.isArray(actual) || actual.length !== recorded.length) {
    return [mismatch(where, recorded, actual)];
  }
  return recorded.flatMap((item, at) => compareDocument(item, actual[at], `${where}[${at}]`));
}

function mismatch(where: string, recorded: Json, actual: unknown): string {
  return `${where} is ${short(actual)} instead of ${short(recorded)}`;
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

/** Parses a recorded YAML text after quoting its placeholders, which are not valid YAML. */
export function parseRecordedYaml(text: string): Json {
  const quoted = text
    .replace(/\n\{64 NUMBERS\}\n/, ' "{64 NUMBERS}"\n')
    .replaceAll('{BCRYPT}', '"{BCRYPT}"');
  return parse(quoted) as Json; // A YAML document holds the same kinds of values as a JSON document.
}
