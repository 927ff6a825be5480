import { posix } from 'node:path';
import { findSandboxProgram, readSystemPlaces } from '../programs/sandbox/system-places.ts';

/**
 * Returns the command that runs a decoder inside bubblewrap: without network, without other processes, and with nothing of the disk but
 * programs and libraries, read-only. Files reach it as open descriptors. Undefined where bubblewrap is not installed; whether it works
 * has to be tried. `searchPath`: where the decoder is looked for.
 */
export async function decoderSandbox(searchPath: string): Promise<readonly string[] | undefined> {
  const bubblewrap = await findSandboxProgram();
  if (bubblewrap === undefined) return undefined;
  const system = await readSystemPlaces({ network: false });
  const shown = [...system.needed, ...system.settings];
  const further = searchPath.split(':').filter((folder) => !isShown(folder, system));
  return [
    bubblewrap,
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL'],
    ...shown.flatMap((place) => ['--ro-bind', place, place]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...further.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/', '--'],
  ];
}

function isShown(
  folder: string,
  { needed, links }: { needed: readonly string[]; links: readonly { path: string }[] },
): boolean {
  const places = [...needed, ...links.map(({ path }) => path)];
  return places.some((place) => {
    const way = posix.relative(place, folder);
    return way === '' || !way.startsWith('..');
  });
}
