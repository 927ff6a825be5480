import type { TreePath } from '#contract/paths.ts';
import type { Authenticator, SessionOwner } from '../../access/authenticator.ts';
import type { CommandConfig, FeatureSwitches, ProgramConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { ProgramStart } from '../../programs/program.ts';
import { sandboxWarning } from '../../programs/sandbox/missing-sandbox.ts';
import type { Sandbox } from '../../programs/sandbox/sandbox.ts';
import { isAuthorized } from '../../tree/authorize.ts';
import { enterFolder, type EnteredFolder } from '../../tree/enter-folder.ts';
import type { Tree } from '../../tree/tree.ts';
import {
  chooseProgram,
  mayRun,
  NOT_ALLOWED,
  NOT_FOUND,
  NO_SANDBOX,
  type ChosenProgram,
  type Refused,
} from './choose-program.ts';

export interface PreparingDependencies {
  readonly tree: Tree;
  readonly db: Database;
  readonly authenticator: Authenticator;
  readonly sandbox: Sandbox;
  readonly commands: CommandConfig;
  readonly environment: ProgramConfig['environment'];
  readonly switches: FeatureSwitches;
  readonly log: Logger;
}

/** A command of a user with the permission, and the folder to run it in. */
export interface AskedCommand {
  readonly sessionIdHash: string;
  readonly owner: SessionOwner;
  readonly line: string;
  /** Path from the served root. */
  readonly path: TreePath;
}

/** Everything that a command needs to run. Its folder is open until it has ended. */
export interface PreparedCommand {
  readonly kind: 'prepared';
  readonly start: ProgramStart;
  /** Returns whether the session still exists, and its user has the same scope and may still run this program in this folder. */
  mayContinue(): Promise<boolean>;
  /** Must be called once, when the command has ended. */
  close(): Promise<void>;
}

/** Finds the program of a command line, opens the folder and prepares the sandbox. Returns a refusal if the user may not run it there. */
export async function prepareCommand(
  dependencies: PreparingDependencies,
  asked: AskedCommand,
): Promise<PreparedCommand | Refused> {
  const { owner, line, sessionIdHash } = asked;
  const { searchPath } = dependencies.commands;
  const chosen = await chooseProgram({
    line,
    owner,
    searchPath,
    shell: await shellOf(dependencies),
  });
  if (chosen.kind === 'refused') return chosen;
  const isSandboxed = await usesSandbox(dependencies);
  if (isSandboxed === undefined) return NO_SANDBOX;
  const folder = await openFolder(dependencies, asked);
  if ('kind' in folder) return folder;
  try {
    const start = startOf(dependencies, owner, chosen, folder);
    const confinement = { scope: folder.scope.fd, folder: folder.fd };
    return {
      kind: 'prepared',
      start: isSandboxed ? await dependencies.sandbox.wrap(start, confinement) : start,
      async mayContinue() {
        const now = await dependencies.authenticator.ownerOf(sessionIdHash);
        return (
          now !== undefined &&
          // The sandbox shows the scope that the user had when the command began.
          now.actor.root === owner.actor.root &&
          mayRun(now, chosen.name) &&
          mayUseFolder(now, asked.path, folder)
        );
      },
      close: () => folder.close(),
    };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Returns whether the program runs in the sandbox; undefined if it must, and the sandbox does not work. */
async function usesSandbox({
  sandbox,
  commands,
  log,
}: PreparingDependencies): Promise<boolean | undefined> {
  const state = await sandbox.state();
  if (state === 'active') return true;
  if (commands.sandbox !== 'require') return false;
  log.warn({ sandbox: state }, sandboxWarning(state, commands.sandbox));
  return undefined;
}

async function shellOf({ switches, db }: PreparingDependencies): Promise<readonly string[]> {
  return switches.shell ? (await readGlobalSettings(db.read)).shell : [];
}

/** Opens the folder of a command. Returns a refusal where the user may not run commands. */
async function openFolder(
  { tree }: PreparingDependencies,
  { owner, path }: AskedCommand,
): Promise<EnteredFolder | Refused> {
  try {
    return await enterFolder(tree, owner.actor, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'forbidden') return NOT_ALLOWED;
    if (error.code === 'not-found') return NOT_FOUND;
    throw error;
  }
}

function mayUseFolder(
  { actor }: SessionOwner,
  path: TreePath,
  { path: resolvedPath }: EnteredFolder,
): boolean {
  return isAuthorized(actor, 'execute', [path, resolvedPath]);
}

function startOf(
  { commands, environment }: PreparingDependencies,
  { user }: SessionOwner,
  { program, args }: ChosenProgram,
  { fd, scope }: EnteredFolder,
): ProgramStart {
  const { LANG, TZ } = environment;
  return {
    program,
    args,
    folder: `/proc/self/fd/${fd}`,
    environment: {
      PATH: commands.searchPath.join(':'),
      HOME: scope.realPath,
      USER: user.username,
      USERNAME: user.username,
      TERM: 'dumb',
      ...(LANG === undefined ? {} : { LANG }),
      ...(TZ === undefined ? {} : { TZ }),
    },
    limits: commands,
  };
}
