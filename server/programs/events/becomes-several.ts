/** A program that splits values of some options: into lists of files, addresses or settings. */
interface Misreader {
  readonly name: string;
  /** Options whose value, separate or attached, is split. */
  readonly options: RegExp;
  /** Arguments that are split at any position. */
  readonly words?: RegExp;
  readonly characters: RegExp;
}

/** `-F file=@/srv/x,/etc/passwd` sends two files, as does `-T /srv/{x,../etc/passwd}`; addresses are expanded too. */
const MISREADERS: readonly Misreader[] = [
  { name: 'curl', options: /^(?:-\w*F|--form$)/, characters: /[,;"\\]/ },
  {
    name: 'curl',
    options: /^(?:-\w*T|--(?:upload-file|url)$)/,
    words: /:\/\//,
    characters: /[{}[\]]/,
  },
];

/** Separators of values, as in `type=bind,src=…,dst=…` and `file=…&by=…`. */
const SEPARATORS = [',', ';', ':', '&'];

/**
 * Returns true if values of users would turn an argument into several values. `around` is the text of the operator into
 * which `values` are inserted.
 */
export function becomesSeveral(
  { words, index }: { readonly words: readonly string[]; readonly index: number },
  around: string,
  values: readonly string[],
): boolean {
  const isAnyMatching = (pattern: RegExp): boolean => values.some((value) => pattern.test(value));
  const isText = /\s/.test(around);
  if (!isText && SEPARATORS.some((each) => around.includes(each) && holdsAny(values, each))) {
    return true;
  }
  const word = words[index] ?? '';
  const before = words[index - 1] ?? '';
  return MISREADERS.some(
    ({ name, options, words: pattern, characters }) =>
      words.slice(0, index).some((each) => each === name || each.endsWith(`/${name}`)) &&
      (options.test(word) || options.test(before) || pattern?.test(word) === true) &&
      isAnyMatching(characters),
  );
}

function holdsAny(values: readonly string[], text: string): boolean {
  return values.some((value) => value.includes(text));
}
