/** Flags are 0 and 1 in both engines: SQLite has no booleans. */
export function flag(value: boolean): number {
  return value ? 1 : 0;
}

/** Neither engine finds such a text, and PostgreSQL refuses to be asked for a NUL. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
