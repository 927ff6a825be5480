import type { Environment } from './sources.ts';

/** The environment of the process. Only this module reads it. */
export interface Surroundings {
  readonly variables: Environment;
  readonly workingFolder: string;
  readonly home: string | undefined;
  /** npm's shell ends on a signal without ending us, so the server has to watch its parent. */
  readonly startedByNpm: boolean;
}

export function readSurroundings(): Surroundings {
  return {
    variables: { ...process.env },
    workingFolder: process.cwd(),
    home: process.env.HOME,
    startedByNpm: process.env.npm_lifecycle_event !== undefined,
  };
}

/** Returns the environment of the operator's commands, without our variables, which may be secret. */
export function environmentOfPrograms(variables: Environment): Record<string, string> {
  const known = ['PATH', 'HOME', 'LANG', 'TZ'].map((name) => [name, variables[name]] as const);
  return Object.fromEntries(
    known.filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
