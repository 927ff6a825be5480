import { z } from 'zod';
import { encodePath, type TreePath } from './paths.ts';

/** What happens to files that commands can be set up for. */
export const COMMAND_EVENTS = ['copy', 'delete', 'rename', 'save', 'upload'] as const;
export type CommandEvent = (typeof COMMAND_EVENTS)[number];

/** The keys of the ten lists in the settings. */
export type Trigger = `before_${CommandEvent}` | `after_${CommandEvent}`;
export const TRIGGERS: readonly Trigger[] = COMMAND_EVENTS.flatMap(
  (event) => [`before_${event}`, `after_${event}`] as const,
);

/** What a command that runs on an event is told, in its surroundings and in place of `$NAME` in its arguments. */
export const COMMAND_VARIABLES = ['FILE', 'SCOPE', 'TRIGGER', 'USERNAME', 'DESTINATION'] as const;
export type CommandVariable = (typeof COMMAND_VARIABLES)[number];

/** The WebSocket: one text message is the command line, each text message back a line of output (compatibility.md 5.6). */
export function commandUrl(path: TreePath): string {
  return `/api/command${encodePath(path)}`;
}

/** How a command has ended: the reason of the close frame, which is always a normal one (1000). */
export type CommandEnd =
  { readonly kind: 'exit'; readonly code: number } | { readonly kind: CommandStop };

/**
 * `not-allowed`: told in a message as well, as old clients know it; so is `unreadable`, a line that is no command.
 * `not-found`: there is no such program, or no such folder. `signal`: something else has ended it. `stopped`: whoever ran it may
 * not any more, or the server stops.
 */
export const COMMAND_STOPS = [
  'not-allowed',
  'unreadable',
  'not-found',
  'busy',
  'signal',
  'too-long',
  'too-much',
  'too-many-processes',
  'stopped',
] as const;
export type CommandStop = (typeof COMMAND_STOPS)[number];

/** At most 123 bytes: that is all a close frame takes. */
export function closeReasonOf(end: CommandEnd): string {
  return end.kind === 'exit' ? `exit ${end.code}` : end.kind;
}

/** Undefined for what is none of ours, such as the empty reason of a connection that was lost. */
export function parseCloseReason(reason: string): CommandEnd | undefined {
  const code = /^exit (\d{1,3})$/.exec(reason)?.[1];
  if (code !== undefined) return { kind: 'exit', code: Number(code) };
  const kind = COMMAND_STOPS.find((known) => known === reason);
  return kind && { kind };
}

/** Of how a run has ended: `CommandEnd` in two fields, and what only programs that nobody watches can come to. */
export const RunOutcome = z.enum(['exit', ...COMMAND_STOPS]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** One run of a command, as administrators see it. */
export const CommandRun = z.object({
  id: z.int(),
  /** Unix milliseconds. */
  startedAt: z.int(),
  /** `panel`: typed by a user; `trial`: tried out in the settings. */
  kind: z.enum(['event', 'panel', 'trial']),
  username: z.string(),
  /** Of what is run on an event, or is tried out for one. */
  trigger: z.enum(TRIGGERS).optional(),
  /** As it was typed, or as it stands in the settings. */
  line: z.string(),
  /** The file it was run for, or the folder it was run in, counted from the served root. */
  path: z.string(),
  outcome: RunOutcome,
  /** Where the outcome is `exit`. */
  exitCode: z.int().optional(),
  durationMs: z.number(),
  /** The first lines of what it printed, at most 4,096 characters. */
  output: z.string(),
  /** There was more. */
  isCut: z.boolean(),
  /** Number of further runs that this entry stands for, beyond the limit of entries for one user. */
  more: z.int().optional(),
});
export type CommandRun = Readonly<z.infer<typeof CommandRun>>;

/** GET, for administrators: the latest first. `before` is the id of the last one known; `failed=true` leaves out what went well. */
export const COMMAND_RUNS_URL = '/api/commands/runs';
export const CommandRunsPage = z.object({
  runs: z.array(CommandRun),
  /** There are older ones. */
  hasMore: z.boolean(),
});
export type CommandRunsPage = Readonly<z.infer<typeof CommandRunsPage>>;

/** POST, for administrators: runs a line as an event would, for an example file that nobody needs. */
export const COMMAND_TRIAL_URL = '/api/commands/trial';
export interface CommandTrial {
  readonly trigger: Trigger;
  readonly line: string;
}
export const CommandTrialResult = z.object({
  outcome: RunOutcome,
  exitCode: z.int().optional(),
  durationMs: z.number(),
  output: z.string(),
  isCut: z.boolean(),
  /** The words it was run with, `$FILE` and the like replaced; where `shell` is on, those of the shell. */
  words: z.array(z.string()).readonly(),
  /** What it was told of the example file. */
  variables: z.record(z.enum(COMMAND_VARIABLES), z.string()),
});
export type CommandTrialResult = Readonly<z.infer<typeof CommandTrialResult>>;
