import { posix } from 'node:path';
import { findSandboxProgram, readSystemPaths } from '../programs/sandbox/system-paths.ts';

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
  const system = await readSystemPaths({ network: false });
  const shown = [...system.needed, ...system.settings];
  const hidden = further.filter((path) => !isShown(path, system));
  return [
    bubblewrap,
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL'],
    ...shown.flatMap((path) => ['--ro-bind', path, path]),
    ...system.symlinks.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...hidden.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/', '--'],
  ];
}

function isShown(
  path: string,
  { needed, symlinks }: { needed: readonly string[]; symlinks: readonly { path: string }[] },
): boolean {
  const systemPaths = [...needed, ...symlinks.map(({ path }) => path)];
  return systemPaths.some((shown) => {
    const relative = posix.relative(shown, path);
    return relative === '' || !relative.startsWith('..');
  });
}
