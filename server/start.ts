import type { ParsedCommandLine } from './cli/cli-command.ts';
import { parseCommandLine } from './cli/command-line.ts';
import { endProcess, exitWith } from './cli/end-process.ts';
import { runCommand } from './cli/run-command.ts';
import { readSurroundings } from './config/environment.ts';

/** Runs the command that the arguments name, and ends the process. */
export async function start(words: readonly string[]): Promise<never> {
  try {
    return await endProcess(await run(await parseCommandLine(words)));
  } catch (error) {
    return exitWith(error);
  }
}

async function run(request: ParsedCommandLine): Promise<number> {
  const surroundings = readSurroundings();
  switch (request.command) {
    case 'serve': {
      // Loaded only for serving: commands start faster without these modules.
      const [{ serve }, { buildApp }] = await Promise.all([
        import('./cli/serve.ts'),
        import('./app.ts'),
      ]);
      await serve(request.flags, surroundings, buildApp);
      return 0;
    }
    case 'run':
      return runCommand(request.run, request.typed, surroundings);
    case 'print': {
      const { text } = request;
      return runCommand(async (call) => call.print(text.trimEnd()), NOTHING_TYPED, surroundings);
    }
  }
}

const NOTHING_TYPED = { arguments: [], options: new Map(), flags: new Map() };
