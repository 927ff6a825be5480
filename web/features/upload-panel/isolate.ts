/** Keeps the direction of a name from turning the sentence around it: for names inside sentences. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
