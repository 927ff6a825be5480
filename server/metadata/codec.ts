/** Returns a flag as it is stored: 0 or 1 in both engines, because SQLite has no booleans. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** Returns whether both engines can store a text: PostgreSQL rejects NUL characters and unpaired surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
