/**
 * Runs the server process around an app with three responses, for tests of the process: /hello, /slow (a byte every 50 ms,
 * /slow?40 of them), and any other path, which hangs. DRAIN_MS in the environment shortens the time that transfers have to
 * finish.
 */
import { parseCommandLine } from '../cli/command-line.ts';
import { endProcess, exitWith } from '../cli/end-process.ts';
import type { App } from '../app.ts';
import type { AppDependencies } from '../app/dependencies.ts';
import { serve } from '../cli/serve.ts';
import { readSurroundings } from '../config/environment.ts';
import type { Config } from '../config/config.ts';

async function buildTinyApp(
  config: Config,
  { createServer, logger, reserveRoot }: AppDependencies,
): Promise<App> {
  const server = createServer((request, response) => {
    const [path, count] = (request.url ?? '').split('?');
    if (path === '/hello') response.end('hello');
    if (path !== '/slow') return;
    let left = Number(count);
    const beat = setInterval(() => {
      left -= 1;
      if (left > 0) return void response.write('.');
      clearInterval(beat);
      response.end('.');
    }, 50);
  });
  return {
    server,
    async start() {
      await reserveRoot?.();
      return {
        firstUserPassword:
          config.firstUser.passwordHash === undefined ? 'tiny-password' : undefined,
      };
    },
    hangUp: () => logger.info('hanging up'),
    close: async () => logger.info('app closed'),
  };
}

try {
  const request = await parseCommandLine(process.argv.slice(2));
  if (request.command !== 'serve') throw new Error('this program only serves');
  const surroundings = readSurroundings();
  const { DRAIN_MS } = surroundings.variables;
  const drainMs = DRAIN_MS === undefined ? undefined : Number(DRAIN_MS);
  await serve(request.flags, surroundings, buildTinyApp, { drainMs });
  await endProcess(0);
} catch (error) {
  await exitWith(error);
}
