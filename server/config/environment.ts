import type { Environment } from './sources.ts';

/** What the process is told by its surroundings. The only place that looks at them. */
export interface Surroundings {
  readonly variables: Environment;
  readonly workingFolder: string;
  readonly home: string | undefined;
  /** npm's shell dies on a signal and leaves us behind, so then we follow our parent's death. */
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

/** What the operator's own commands find in their surroundings: no variable of ours, which may be a secret. */
export function environmentOfPrograms(variables: Environment): Record<string, string> {
  const known = ['PATH', 'HOME', 'LANG', 'TZ'].map((name) => [name, variables[name]] as const);
  return Object.fromEntries(
    known.filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
