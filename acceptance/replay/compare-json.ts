import type { Json } from './recording-format.ts';
import { describes, type Known } from './placeholders.ts';

/** Options of a comparison. */
export interface ComparisonOptions {
  readonly known: Known;
  /** Path of the compared value in the response, for messages. */
  readonly where: string;
  /** True if lists may be in any order. */
  readonly unordered: boolean;
}

/** Tolerance of times near the present, and of times that are more than eleven days away. */
const NEAR_TOLERANCE_SECONDS = 15;
const FAR_TOLERANCE_SECONDS = 10_000;

/** Returns the differences: what `actual` lacks or contains with another value. Additional keys are accepted. */
export function compareJson(recorded: Json, actual: unknown, options: ComparisonOptions): string[] {
  if (typeof recorded === 'string') {
    const { isManaged } = options.known.server;
    return compareText(isManaged ? toMicroseconds(recorded) : recorded, actual, options);
  }
  if (Array.isArray(recorded)) return compareList(recorded as readonly Json[], actual, options);
  if (recorded !== null && typeof recorded === 'object') {
    return compareObject(recorded as { readonly [key: string]: Json }, actual, options);
  }
  return Object.is(recorded, actual) ? [] : [mismatch(options, recorded, actual)];
}

/** Returns a time with nanoseconds as a managed store keeps it; other text unchanged. */
function toMicroseconds(text: string): string {
  const [, seconds, fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{7,9})Z$/.exec(text) ?? [];
  return seconds === undefined
    ? text
    : `${seconds}.${fraction.slice(0, 6)}`.replace(/\.?0+$/, '') + 'Z';
}

function compareObject(
  recorded: { readonly [key: string]: Json },
  actual: unknown,
  options: ComparisonOptions,
): string[] {
  if (!isObject(actual)) return [mismatch(options, recorded, actual)];
  return Object.entries(recorded).flatMap(([key, value]) => {
    const where = `${options.where}.${key}`;
    if (!(key in actual)) return [`${where} is missing`];
    if (value === '{INT<=total}') return comparePart(actual, key, where);
    return compareJson(value, actual[key], { ...options, where });
  });
}

function comparePart(actual: Record<string, unknown>, key: string, where: string): string[] {
  const [part, total] = [Number(actual[key]), Number(actual['total'])];
  return Number.isInteger(part) && part >= 0 && part <= total
    ? []
    : [`${where} is ${part} of ${total}`];
}

function compareList(
  recorded: readonly Json[],
  actual: unknown,
  options: ComparisonOptions,
): string[] {
  if (!Array.isArray(actual)) return [mismatch(options, recorded, actual)];
  const items: readonly unknown[] = actual;
  if (items.length !== recorded.length) {
    const counts = `${items.length} entries instead of ${recorded.length}`;
    return [`${options.where} has ${counts}: ${names(items)} instead of ${names(recorded)}`];
  }
  if (options.unordered) return compareSet(recorded, items, options);
  const found = recorded.flatMap((item, at) =>
    compareJson(item, items[at], { ...options, where: `${options.where}[${at}]` }),
  );
  if (found.length === 0 || names(items) === names(recorded)) return found;
  return [`${options.where} is ordered ${names(items)} instead of ${names(recorded)}`];
}

function compareSet(
  recorded: readonly Json[],
  actual: readonly unknown[],
  options: ComparisonOptions,
): string[] {
  const left = [...actual];
  return recorded.flatMap((item) => {
    const at = left.findIndex((other) => compareJson(item, other, options).length === 0);
    if (at >= 0) {
      left.splice(at, 1);
      return [];
    }
    const namesake = left.find((other) => nameOf(other) === nameOf(item));
    if (namesake === undefined) return [`${options.where} lacks ${short(item)}`];
    return compareJson(item, namesake, {
      ...options,
      where: `${options.where}[${short(nameOf(item))}]`,
    });
  });
}

function compareText(recorded: string, actual: unknown, options: ComparisonOptions): string[] {
  if (recorded === '{DIRSIZE}' || recorded === '{INT}') {
    return Number.isInteger(actual) ? [] : [mismatch(options, recorded, actual)];
  }
  const seconds = /^\{NOW([+-]\d+)\}$/.exec(recorded)?.[1];
  if (seconds !== undefined) return compareMoment(Number(seconds), actual, options);
  const isSame = typeof actual === 'string' && describes(recorded, actual, options.known);
  return isSame ? [] : [mismatch(options, recorded, actual)];
}

function compareMoment(fromNow: number, actual: unknown, options: ComparisonOptions): string[] {
  const away = Math.abs(Number(actual) - (Date.now() / 1_000 + fromNow));
  const limit = Math.abs(fromNow) > 1_000_000 ? FAR_TOLERANCE_SECONDS : NEAR_TOLERANCE_SECONDS;
  return away <= limit ? [] : [`${options.where} is ${away} s away from now + ${fromNow} s`];
}

function mismatch({ where }: ComparisonOptions, recorded: unknown, actual: unknown): string {
  return `${where} is ${short(actual)} instead of ${short(recorded)}`;
}

function names(items: readonly unknown[]): string {
  return short(items.map(nameOf), 600);
}

function nameOf(item: unknown): unknown {
  return isObject(item) && 'name' in item ? item['name'] : item;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function short(value: unknown, length = 200): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
