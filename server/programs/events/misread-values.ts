/** What a program makes more of than of one value, although it is no code: lists of files, of addresses, of settings. */
interface Misreader {
  readonly name: string;
  /** In what comes after these, or is written together with them. */
  readonly options: RegExp;
  /** In these arguments, wherever they stand. */
  readonly words?: RegExp;
  readonly characters: RegExp;
}

/** `-F file=@/srv/x,/etc/passwd` sends two files; `-T /srv/{x,../etc/passwd}` does, and so do addresses. */
const MISREADERS: readonly Misreader[] = [
  { name: 'curl', options: /^(?:-\w*F|--form$)/, characters: /[,;"\\]/ },
  {
    name: 'curl',
    options: /^(?:-\w*T|--(?:upload-file|url)$)/,
    words: /:\/\//,
    characters: /[{}[\]]/,
  },
];

/** What parts one value from the next, as in `type=bind,src=…,dst=…` and `file=…&by=…`. */
const SEPARATORS = [',', ';', ':', '&'];

/**
 * Whether an argument would become several values, or others, by what users have chosen: `around` is what the author has written
 * of it, `values` are what comes in between.
 */
export function becomesSeveral(
  { words, index }: { readonly words: readonly string[]; readonly index: number },
  around: string,
  values: readonly string[],
): boolean {
  const hold = (characters: RegExp): boolean => values.some((value) => characters.test(value));
  const isText = /\s/.test(around);
  if (!isText && SEPARATORS.some((each) => around.includes(each) && holdsAny(values, each))) {
    return true;
  }
  const word = words[index] ?? '';
  const before = words[index - 1] ?? '';
  return MISREADERS.some(
    ({ name, options, words: places, characters }) =>
      words.slice(0, index).some((each) => each === name || each.endsWith(`/${name}`)) &&
      (options.test(word) || options.test(before) || places?.test(word) === true) &&
      hold(characters),
  );
}

function holdsAny(values: readonly string[], text: string): boolean {
  return values.some((value) => value.includes(text));
}
