import { type Trigger, TRIGGERS } from '#contract/commands.ts';

/** The lines of the settings, by what they are run for. */
export type CommandLists = Readonly<Record<string, readonly string[]>>;

export function linesOf(commands: CommandLists, trigger: Trigger): readonly string[] {
  return commands[trigger] ?? [];
}

/** Those with any lines, in the order of events. */
export function usedTriggers(commands: CommandLists): Trigger[] {
  return TRIGGERS.filter((trigger) => linesOf(commands, trigger).length > 0);
}

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

/** As they are stored: what nothing was typed into is no command. */
export function withoutEmptyLines(commands: CommandLists): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(commands).map(([name, lines]) => [
      name,
      lines.map((line) => line.trim()).filter((line) => line !== ''),
    ]),
  );
}
