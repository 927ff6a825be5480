/**
 * Returns the remaining steps when a file is displayed. A file on the way keeps the later steps; the target of the
 * last step, or a file that no step leads to, leaves none.
 */
export function stepsAhead(steps: readonly string[], shown: string): readonly string[] {
  const at = steps.indexOf(shown);
  return at < 0 || steps.at(-1) === shown ? [shown] : steps.slice(at);
}
