/** Commands as they are typed into one line, with blanks between (SPEC.md §5). */
export function commandsIn(text: string): string[] {
  return text.split(/\s+/).filter((command) => command !== '');
}

/** Neither a name nor an absolute path: no program would ever be found by it. */
export function isNoCommand(command: string): boolean {
  return command.includes('/') && !command.startsWith('/');
}
