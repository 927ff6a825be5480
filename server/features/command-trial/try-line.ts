import type { CommandTrial, CommandTrialResult, CommandVariable } from '#contract/commands.ts';
import type { Actor } from '../../access/actor.ts';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { type EventLineServices, runEventLine } from '../../programs/events/run-event-line.ts';
import type { Programs } from '../../programs/programs.ts';
import type { CommandRunLog } from '../../programs/command-run-log.ts';
import {
  type ExampleFile,
  type ExampleOperation,
  withExampleFile,
} from '../../programs/example-file.ts';

/** Maximum time of a trial, because its user waits for it. */
const LONGEST_TRIAL_MS = 30_000;

export interface TrialService {
  readonly config: Pick<Config, 'commands' | 'features' | 'programs'>;
  readonly db: Database;
  readonly programs: Programs;
  readonly record: CommandRunLog;
}

/**
 * Runs a command line as its event would, for an example file. Waits for its end even if the line ends with `&`, which runs it in the
 * background. Throws `forbidden` while commands are disabled.
 */
export async function tryLine(
  { config, db, programs, record }: TrialService,
  { username, root }: Pick<Actor, 'username' | 'root'>,
  { trigger, line }: CommandTrial,
  signal: AbortSignal,
): Promise<CommandTrialResult> {
  if (!config.features.exec) throw new AppError('forbidden', 'commands are disabled');
  const shell = config.features.shell ? (await readGlobalSettings(db.read)).shell : [];
  return withExampleFile(async (example) => {
    const variables = {
      ...pathVariables(trigger, example),
      SCOPE: root,
      TRIGGER: trigger,
      USERNAME: username,
    };
    await example.finish(operationBefore(trigger));
    const ended = await runEventLine(
      servicesOf(config, programs),
      { line, variables, shell },
      signal,
    );
    const { words, ...facts } = ended;
    await record.note({ ...facts, kind: 'trial', username, trigger, line, path: '/' });
    const { startedAt: _, ...result } = facts;
    return { ...result, words, variables };
  });
}

function servicesOf(
  { commands, programs: { environment } }: TrialService['config'],
  programs: Programs,
): EventLineServices {
  const { searchPath, mostOutputBytes, mostProcesses } = commands;
  const timeLimitMs = Math.min(commands.timeLimitMs, LONGEST_TRIAL_MS);
  return {
    programs,
    searchPath,
    environment,
    limits: { timeLimitMs, mostOutputBytes, mostProcesses },
  };
}

/** Returns the operation after which an event comes, if that changes names. */
function operationBefore(trigger: CommandTrial['trigger']): ExampleOperation | undefined {
  if (trigger === 'after_copy') return 'copy';
  if (trigger === 'after_rename') return 'rename';
  return trigger === 'after_delete' ? 'delete' : undefined;
}

/**
 * Returns the variables of the paths. Only copying and moving have a destination; other events get the folder of the example, which stands for
 * the folder of the user's scope.
 */
function pathVariables(
  trigger: CommandTrial['trigger'],
  { file, folder, destination }: ExampleFile,
): Pick<Record<CommandVariable, string>, 'FILE' | 'DESTINATION'> {
  const hasDestination = /_(?:copy|rename)$/.test(trigger);
  return { FILE: file, DESTINATION: hasDestination ? destination : folder };
}
