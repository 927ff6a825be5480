let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether it is among the 49,000 that are guessed first, in whatever case it is written. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

/** Only when somebody first chooses a password: most starts never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
