import { CommandRuns } from '../../features/command-runs/command-runs.tsx';

/** `/settings/commands`: what was run on this server. */
export function CommandsRoute() {
  return <CommandRuns />;
}
