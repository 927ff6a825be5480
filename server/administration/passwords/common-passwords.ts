let loading: Promise<ReadonlySet<string>> | undefined;

/** Returns true for the 49,000 most common passwords, regardless of case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

/** Loads the list on first use, because most starts never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
