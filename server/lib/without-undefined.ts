type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Returns a copy of a record without undefined values, so that it can be spread over another one. */
export function withoutUndefined<Fields extends object>(fields: Fields): Present<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<Fields>; // safe: only undefined values are removed
}
