import { COMMAND_VARIABLES, type CommandVariable } from '#contract/commands.ts';
import { codeTakerOf, USUAL_CODE_OPTIONS, type CodeTaker } from './code-takers.ts';
import { becomesSeveral } from './becomes-several.ts';

export type CommandVariables = Readonly<Record<CommandVariable, string>>;

const NAMES = COMMAND_VARIABLES.join('|');
/** Matches `${FILE}`, and `$FILE` at the end of a name: `$FILES` is another one. */
const REFERENCE = new RegExp(String.raw`\$(?:\{(${NAMES})\}|(${NAMES})(?!\w))`, 'g');

/** Characters that may have a meaning in code. Single values do not contain them. */
const SPECIAL = /[^\w./,:=@%+\-\u{80}-\u{10ffff}]/u;

/**
 * Replaces the variables in the arguments of a program: each within its own argument, once, without splitting or
 * interpreting its value. Never replaces the program itself. Keeps an argument unchanged if it may be code, an option
 * or the name of a program; the environment contains the variables too.
 */
export function expandArguments(
  words: readonly string[],
  variables: CommandVariables,
): readonly string[] {
  const mayBeCode = codeDetector(words);
  return words.map((word, index) => {
    if (index === 0 || mayBeCode(word, index)) return word;
    if (misleads(word, variables)) return word;
    const values = valuesIn(word, variables);
    if (becomesSeveral({ words, index }, surroundings(word), values)) return word;
    return replaced(word, variables);
  });
}

function replaced(word: string, variables: CommandVariables): string {
  return word.replaceAll(REFERENCE, (_, braced?: CommandVariable, bare?: CommandVariable) => {
    const name = braced ?? bare;
    return name === undefined ? '' : variables[name];
  });
}

function valuesIn(word: string, variables: CommandVariables): readonly string[] {
  return COMMAND_VARIABLES.filter((name) =>
    [...word.matchAll(REFERENCE)].some((found) => [found[1], found[2]].includes(name)),
  ).map((name) => variables[name]);
}

/** Returns the text around the variables. */
function surroundings(word: string): string {
  return word.replaceAll(REFERENCE, '');
}

/**
 * Returns true if a value would change the meaning of the argument. A user name may be `-rf`, `@list` or `A=b`, and
 * programs in Perl run a file `x|` instead of reading it.
 */
function misleads(word: string, variables: CommandVariables): boolean {
  const result = replaced(word, variables);
  if (result === word) return false;
  const [first] = word.matchAll(REFERENCE);
  const startsWithValue = first?.index === 0;
  if (startsWithValue && !/^(?:\/|[\w\u{80}-\u{10ffff}][^=]*$)/u.test(result)) return true;
  return /\|\s*$/.test(result);
}

/** Returns a function that decides whether an argument of a line may be code. */
function codeDetector(words: readonly string[]): (word: string, index: number) => boolean {
  const takers = takersIn(words);
  const codeIndexes = indexesOfCode(words, takers);
  const isRemote = takers.some(({ taker }) => taker.takesRemotePaths);
  return (word, index) => {
    if (codeIndexes.has(index)) return true;
    const around = surroundings(word);
    if (isRemote && around.includes(':') && word.indexOf(':') < word.lastIndexOf('$')) return true;
    const isSpecial = SPECIAL.test(around);
    if (takers.length > 0) return isSpecial || isGlued(word);
    return isSpecial && (follows(words, index, USUAL_CODE_OPTIONS) || hasCodeOption(word));
  };
}

/** Returns true for a value that is attached to an option, which may take code. `--name=value` of scripts is not one. */
function isGlued(word: string): boolean {
  return /^[-+]/.test(word) && (!/^--\w[\w-]*=/.test(word) || hasCodeOption(word));
}

function hasCodeOption(word: string): boolean {
  const [option = '', ...values] = word.split('=');
  return values.length > 0 && USUAL_CODE_OPTIONS.test(option);
}

interface NamedTaker {
  readonly taker: CodeTaker;
  readonly index: number;
}

/** Finds code takers, including those that are named within a word, as in `--shell=/bin/sh` and `'sh -c "…"'`. */
function takersIn(words: readonly string[]): readonly NamedTaker[] {
  return words.flatMap((word, index) => {
    const names = word.split(/[^\w./+-]+/);
    const isAlone = names.length === 1 && !/^-|=/.test(word) && !follows(words, index, /^-\w*e$/);
    return names.flatMap((name) => {
      const taker = codeTakerOf(name);
      return taker === undefined || (taker.takesEverything && !isAlone) ? [] : [{ taker, index }];
    });
  });
}

/** Returns the indexes of the arguments that the named programs may run as code. */
function indexesOfCode(
  words: readonly string[],
  takers: readonly NamedTaker[],
): ReadonlySet<number> {
  const indexes = new Set<number>();
  for (const { taker, index } of takers) {
    const isCodeOption = (word: string) => taker.codeOptions?.test(word) ?? false;
    for (let at = index + 1; at < words.length; at += 1) {
      if (taker.takesEverything) indexes.add(at);
      if (isCodeOption(words[at] ?? ''))
        for (const each of upToOperand(words, at)) indexes.add(each);
    }
    const program = programOperand(words, { taker, index });
    if (program !== undefined) indexes.add(program);
  }
  return indexes;
}

/** Returns the indexes after an option: further options, their values, and the first argument that is neither. */
function upToOperand(words: readonly string[], option: number): number[] {
  const indexes: number[] = [];
  for (let at = option + 1; at < words.length; at += 1) {
    indexes.push(at);
    const isOption = /^[-+]/.test(words[at] ?? '');
    if (!isOption && !follows(words, at, /^[-+]\w*o$/i)) break;
  }
  return indexes;
}

/** Returns the index of the argument that names a program to run; undefined if there is none. */
function programOperand(
  words: readonly string[],
  { taker: { takesProgram }, index }: NamedTaker,
): number | undefined {
  if (takesProgram === undefined) return undefined;
  for (let at = index + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (takesProgram.givesProgram.test(word)) return undefined;
    if (word.startsWith('-') && word !== '-') continue;
    if (!follows(words, at, takesProgram.takesValue)) return at;
  }
  return undefined;
}

function follows(words: readonly string[], index: number, option: RegExp): boolean {
  return option.test(words[index - 1] ?? '');
}
