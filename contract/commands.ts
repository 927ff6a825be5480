import { z } from 'zod';
import { encodePath, type TreePath } from './paths.ts';

/** File events for which event hooks can be configured. */
export const COMMAND_EVENTS = ['copy', 'delete', 'rename', 'save', 'upload'] as const;
export type CommandEvent = (typeof COMMAND_EVENTS)[number];

/** Name of an event hook: the key of its list of command lines in the settings. */
export type Trigger = `before_${CommandEvent}` | `after_${CommandEvent}`;
export const TRIGGERS: readonly Trigger[] = COMMAND_EVENTS.flatMap(
  (event) => [`before_${event}`, `after_${event}`] as const,
);

/** Environment variables of an event hook. `$NAME` in its arguments is replaced by their values. */
export const COMMAND_VARIABLES = ['FILE', 'SCOPE', 'TRIGGER', 'USERNAME', 'DESTINATION'] as const;
export type CommandVariable = (typeof COMMAND_VARIABLES)[number];

/** Address of the WebSocket that runs a command: the client sends one command line, the server sends lines of output (compatibility.md 5.6). */
export function commandUrl(path: TreePath): string {
  return `/api/command${encodePath(path)}`;
}

/** Result of a command. Sent as the reason of the close frame, whose code is always 1000. */
export type CommandEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: CommandStop };

/**
 * Results of a run: `exit` with an exit code in another field, or another one.
 * - `not-allowed`: the user may not run this program; of an event hook, the file cannot be executed.
 * - `unreadable`: the line cannot be parsed.
 * - `not-found`: the program or folder does not exist.
 * - `busy`: too many commands are running.
 * - `signal`: another program has killed the process.
 * - `too-long`, `too-much`, `too-many-processes`: it was stopped at the limit of time, of output or of processes.
 * - `stopped`: the user lost the permission or session, the client disconnected, or the server is shutting down.
 *
 * For `not-allowed`, `unreadable` and `busy`, a line of output is sent before, for clients of File Browser 2.
 */
const RUN_OUTCOMES = [
  'exit',
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
export const RunOutcome = z.enum(RUN_OUTCOMES);
export type RunOutcome = z.infer<typeof RunOutcome>;
export type CommandStop = Exclude<RunOutcome, 'exit'>;

/** Returns the reason of the close frame. At most 123 bytes (RFC 6455, section 5.5). */
export function closeReasonOf(end: CommandEnd): string {
  return end.kind === 'exit' ? `exit ${end.code}` : end.kind;
}

/** Parses the reason of a close frame. Undefined for any other text, such as the empty reason of a lost connection. */
export function parseCloseReason(reason: string): CommandEnd | undefined {
  const code = /^exit (\d{1,3})$/.exec(reason)?.[1];
  if (code !== undefined) return { kind: 'exit', code: Number(code) };
  const kind = RUN_OUTCOMES.find((known) => known === reason);
  return kind === undefined || kind === 'exit' ? undefined : { kind };
}

/** One run of a command, as shown to administrators. */
export const CommandRun = z.object({
  id: z.int(),
  /** Unix milliseconds. */
  startedAt: z.int(),
  /** `event`: run by an event hook; `panel`: typed in the terminal of the page; `trial`: tested in the settings. */
  kind: z.enum(['event', 'panel', 'trial']),
  username: z.string(),
  /** Event hook that was run or tested. */
  trigger: z.enum(TRIGGERS).optional(),
  /** Command line as it was typed or configured. */
  line: z.string(),
  /** Path from the served root: the file of the event, or the working folder; '/' for a trial. */
  path: z.string(),
  outcome: RunOutcome,
  /** Present if the outcome is `exit`. */
  exitCode: z.int().optional(),
  durationMs: z.number(),
  /** First lines of the output, at most 4,096 characters. */
  output: z.string(),
  /** True if the output was longer. */
  isCut: z.boolean(),
  /** Number of further runs that were counted here instead of stored, because the user had too many. */
  more: z.int().optional(),
});
export type CommandRun = Readonly<z.infer<typeof CommandRun>>;

/** GET returns runs, newest first. Query: `before` (an id; returns older runs), `failed=true` (failed runs only). Administrators only. */
export const COMMAND_RUNS_URL = '/api/commands/runs';
export const CommandRunsPage = z.object({
  runs: z.array(CommandRun),
  /** True if older runs exist. */
  hasMore: z.boolean(),
});
export type CommandRunsPage = Readonly<z.infer<typeof CommandRunsPage>>;

/** POST runs a command line as an event hook would, on a temporary example file. Administrators only. */
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
  /**
   * Program and arguments after variables were replaced; empty if the line cannot be parsed. With the setting `shell`, those of the shell, which
   * gets the line as it is.
   */
  words: z.array(z.string()).readonly(),
  /** Environment variables for the example file. */
  variables: z.record(z.enum(COMMAND_VARIABLES), z.string()),
});
export type CommandTrialResult = Readonly<z.infer<typeof CommandTrialResult>>;
