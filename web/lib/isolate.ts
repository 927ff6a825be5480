/** Keeps the direction of a name, or a size, from turning the sentence around it. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
