import { type Trigger, TRIGGERS } from '#contract/commands.ts';

/** Commands by event. */
export type CommandLists = Readonly<Record<string, readonly string[]>>;

export function linesOf(commands: CommandLists, trigger: Trigger): readonly string[] {
  return commands[trigger] ?? [];
}

/** Returns the events with commands, in the order of events. */
export function usedTriggers(commands: CommandLists): Trigger[] {
  return TRIGGERS.filter((trigger) => linesOf(commands, trigger).length > 0);
}

/** Returns the commands with others for one event. */
export function withLines(
  commands: CommandLists,
  trigger: Trigger,
  lines: readonly string[],
): Record<string, string[]> {
  const others = Object.entries(commands).map(([name, known]): [string, string[]] => [
    name,
    [...known],
  ]);
  return { ...Object.fromEntries(others), [trigger]: [...lines] };
}

/** Removes empty commands. */
export function withoutEmptyLines(commands: CommandLists): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(commands).map(([name, lines]) => [name, filledLines(lines)]),
  );
}

/** Returns the lines that are not empty, without outer spaces. */
export function filledLines(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
