/**
 * The steps that are still ahead when a file comes to be shown, from that file on. A file that is only passed leaves the
 * further ones standing; one that no step leads to, and the one where the last leads to, leave none.
 */
export function stepsAhead(steps: readonly string[], shown: string): readonly string[] {
  const at = steps.indexOf(shown);
  return at < 0 || steps.at(-1) === shown ? [shown] : steps.slice(at);
}
