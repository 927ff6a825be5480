type Present<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** The same record without the keys that say nothing, so that it can be laid over another one. */
export function withoutUndefined<Fields extends object>(fields: Fields): Present<Fields> {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Present<Fields>; // keys and values are those of `fields`
}
