/** A name as it is on the disk: text, or the bytes of a name that is not UTF-8. */
export type Name = string | Buffer;

/** Returns the text of a name. Bytes that are not UTF-8 become replacement characters. */
export function nameText(name: Name): string {
  return typeof name === 'string' ? name : name.toString('utf8');
}
