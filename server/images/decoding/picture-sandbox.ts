import { dirname, join } from 'node:path';
import { decoderSandbox } from '../decoder-sandbox.ts';

/** Fonts of drawings with text. */
const FONT_SETTINGS = '/etc/fonts';

/**
 * Returns the command that runs the decoding process `worker`, an absolute path, inside bubblewrap: Node, the folder of the worker, and
 * the packages that Node finds from there. Undefined where bubblewrap is not installed, and for a worker in the sources, which needs the
 * whole clone.
 */
export async function pictureSandbox(worker: string): Promise<readonly string[] | undefined> {
  if (!worker.endsWith('.mjs')) return undefined;
  const folder = dirname(worker);
  return decoderSandbox([process.execPath, folder, ...packageFolders(folder), FONT_SETTINGS]);
}

/** Returns the folders in which Node looks for packages. */
function packageFolders(folder: string): string[] {
  const above = dirname(folder);
  const own = join(folder, 'node_modules');
  return above === folder ? [own] : [own, ...packageFolders(above)];
}
