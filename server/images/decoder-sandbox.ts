import { posix } from 'node:path';
import { findSandboxProgram, readSystemPlaces } from '../programs/sandbox/system-places.ts';

/**
 * Returns the command that runs a decoder inside bubblewrap: without network, without other processes, and with nothing of the disk but
 * programs and libraries, read-only. Files reach it as open descriptors or as bytes. Undefined where bubblewrap is not installed; whether
 * it works has to be tried. `further`: files and folders of the decoder, which need not exist.
 */
export async function decoderSandbox(
  further: readonly string[],
): Promise<readonly string[] | undefined> {
  const bubblewrap = await findSandboxProgram();
  if (bubblewrap === undefined) return undefined;
  const system = await readSystemPlaces({ network: false });
  const shown = [...system.needed, ...system.settings];
  const hidden = further.filter((place) => !isShown(place, system));
  return [
    bubblewrap,
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL'],
    ...shown.flatMap((place) => ['--ro-bind', place, place]),
    ...system.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...hidden.flatMap((place) => ['--ro-bind-try', place, place]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/', '--'],
  ];
}

function isShown(
  place: string,
  { needed, links }: { needed: readonly string[]; links: readonly { path: string }[] },
): boolean {
  const places = [...needed, ...links.map(({ path }) => path)];
  return places.some((shown) => {
    const way = posix.relative(shown, place);
    return way === '' || !way.startsWith('..');
  });
}
