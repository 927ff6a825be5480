import type { Json } from './recording-format.ts';
import { describes, type Known } from './placeholders.ts';

/** Options of a comparison: the place in the response, and whether lists may come in any order. */
export interface Manner {
  readonly known: Known;
  readonly where: string;
  readonly unordered: boolean;
}

const NEAR_SECONDS = 15;
const FAR_SECONDS = 10_000;

/** Returns the differences: what `actual` lacks or contains with another value. Additional keys are accepted. */
export function compareJson(recorded: Json, actual: unknown, manner: Manner): string[] {
  if (typeof recorded === 'string') return compareText(recorded, actual, manner);
  if (Array.isArray(recorded)) return compareList(recorded as readonly Json[], actual, manner);
  if (recorded !== null && typeof recorded === 'object') {
    return compareObject(recorded as { readonly [key: string]: Json }, actual, manner);
  }
  return Object.is(recorded, actual) ? [] : [otherwise(manner, recorded, actual)];
}

function compareObject(
  recorded: { readonly [key: string]: Json },
  actual: unknown,
  manner: Manner,
): string[] {
  if (!isObject(actual)) return [otherwise(manner, recorded, actual)];
  return Object.entries(recorded).flatMap(([key, value]) => {
    const where = `${manner.where}.${key}`;
    if (!(key in actual)) return [`${where} is missing`];
    if (value === '{INT<=total}') return compareShare(actual, key, where);
    return compareJson(value, actual[key], { ...manner, where });
  });
}

function compareShare(actual: Record<string, unknown>, key: string, where: string): string[] {
  const [part, total] = [Number(actual[key]), Number(actual['total'])];
  return Number.isInteger(part) && part >= 0 && part <= total
    ? []
    : [`${where} is ${part} of ${total}`];
}

function compareList(recorded: readonly Json[], actual: unknown, manner: Manner): string[] {
  if (!Array.isArray(actual)) return [otherwise(manner, recorded, actual)];
  const items: readonly unknown[] = actual;
  if (items.length !== recorded.length) {
    const counts = `${items.length} entries instead of ${recorded.length}`;
    return [`${manner.where} has ${counts}: ${names(items)} instead of ${names(recorded)}`];
  }
  if (manner.unordered) return compareSet(recorded, items, manner);
  const found = recorded.flatMap((item, at) =>
    compareJson(item, items[at], { ...manner, where: `${manner.where}[${at}]` }),
  );
  if (found.length === 0 || names(items) === names(recorded)) return found;
  return [`${manner.where} is ordered ${names(items)} instead of ${names(recorded)}`];
}

function compareSet(
  recorded: readonly Json[],
  actual: readonly unknown[],
  manner: Manner,
): string[] {
  const left = [...actual];
  return recorded.flatMap((item) => {
    const at = left.findIndex((other) => compareJson(item, other, manner).length === 0);
    if (at >= 0) {
      left.splice(at, 1);
      return [];
    }
    const namesake = left.find((other) => nameOf(other) === nameOf(item));
    if (namesake === undefined) return [`${manner.where} lacks ${short(item)}`];
    return compareJson(item, namesake, {
      ...manner,
      where: `${manner.where}[${short(nameOf(item))}]`,
    });
  });
}

function compareText(recorded: string, actual: unknown, manner: Manner): string[] {
  if (recorded === '{DIRSIZE}' || recorded === '{INT}') {
    return Number.isInteger(actual) ? [] : [otherwise(manner, recorded, actual)];
  }
  const seconds = /^\{NOW([+-]\d+)\}$/.exec(recorded)?.[1];
  if (seconds !== undefined) return compareMoment(Number(seconds), actual, manner);
  const isSame = typeof actual === 'string' && describes(recorded, actual, manner.known);
  return isSame ? [] : [otherwise(manner, recorded, actual)];
}

function compareMoment(fromNow: number, actual: unknown, manner: Manner): string[] {
  const away = Math.abs(Number(actual) - (Date.now() / 1_000 + fromNow));
  const limit = Math.abs(fromNow) > 1_000_000 ? FAR_SECONDS : NEAR_SECONDS;
  return away <= limit ? [] : [`${manner.where} is ${away} s away from now${fromNow}`];
}

function otherwise({ where }: Manner, recorded: unknown, actual: unknown): string {
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
