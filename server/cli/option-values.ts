import { StartupError } from '../lib/startup-error.ts';

/** Typed values of options, by name. */
export type Options = ReadonlyMap<string, string>;

/** Returns the value of a switch; undefined if it was not typed. */
export function switchOf(options: Options, name: string): boolean | undefined {
  const typed = options.get(name);
  if (typed === undefined) return undefined;
  if (['true', '1', 't'].includes(typed.toLowerCase())) return true;
  if (['false', '0', 'f'].includes(typed.toLowerCase())) return false;
  throw mistake(name, 'true or false', typed);
}

/** Returns one of a few words; undefined if the option was not typed. */
export function choiceOf<Choice extends string>(
  options: Options,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const typed = options.get(name);
  if (typed === undefined) return undefined;
  const choice = choices.find((word) => word === typed);
  if (choice === undefined)
    throw mistake(name, `one of ${choices.map((word) => word || '""').join(', ')}`, typed);
  return choice;
}

/** Returns a number from 0 to `most`; undefined if the option was not typed. */
export function wholeNumberOf(
  options: Options,
  name: string,
  most: number = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const typed = options.get(name);
  if (typed === undefined) return undefined;
  const number = /^\d{1,16}$/.test(typed) ? Number(typed) : Number.NaN;
  if (!(number <= most)) throw mistake(name, `a whole number up to ${most}`, typed);
  return number;
}

/**
 * Returns permission bits, in the formats of File Browser 2: 0o640 and 0640 are octal, 416 is decimal, 0x1a0
 * hexadecimal.
 */
export function modeOf(options: Options, name: string): number | undefined {
  const typed = options.get(name);
  if (typed === undefined) return undefined;
  const octal = /^0o?([0-7]+)$/i.exec(typed)?.[1];
  const number = octal === undefined ? numberOf(typed) : Number.parseInt(octal, 8);
  if (!(number <= 0o777)) throw mistake(name, 'permissions such as 0640', typed);
  return number;
}

function numberOf(typed: string): number {
  return /^(?:[1-9]\d*|0|0x[\da-f]+|0b[01]+)$/i.test(typed) ? Number(typed) : Number.NaN;
}

/** Splits at commas and trims blanks. An empty text is an empty list. */
export function listOf(options: Options, name: string): string[] | undefined {
  const typed = options.get(name);
  return typed
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function mistake(name: string, expected: string, typed: string): StartupError {
  return new StartupError(`flag --${name} has to be ${expected}, not ${JSON.stringify(typed)}`);
}
