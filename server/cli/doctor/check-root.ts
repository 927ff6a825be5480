import { constants, type StatsFs } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { bad, type Finding, ok, warn } from './finding.ts';
import { sizeText } from './sizes.ts';

const { R_OK, W_OK, X_OK } = constants;
const LITTLE_BYTES = 1_073_741_824;
const HARDLY_BYTES = 104_857_600;
const LITTLE_PART = 0.05;
const FEW_NAMES = 0.01;

/**
 * May the one who asks, who should be the server's user, read and write here? `isMadeAtStart`: nobody has named it, so that a
 * start makes it.
 */
export async function checkRoot(
  root: string,
  { isMadeAtStart }: { readonly isMadeAtStart: boolean },
): Promise<Finding> {
  const about = 'root';
  const found = await stat(root).catch((error: NodeJS.ErrnoException) => error.code);
  if (found === 'ENOENT' && isMadeAtStart) {
    return ok(about, `${root} is not there; the first start makes it`);
  }
  if (typeof found === 'string' || found === undefined) {
    return bad(
      about,
      `${root} cannot be opened (${found})`,
      'make the folder, or name another with --root',
    );
  }
  if (!found.isDirectory()) return bad(about, `${root} is no folder`, 'name a folder with --root');
  if (!(await may(root, R_OK | X_OK))) {
    return bad(about, `${root} cannot be read by this user`, ownerAdvice(root));
  }
  if (!(await may(root, W_OK))) {
    return warn(about, `${root} can be read and not written by this user`, ownerAdvice(root));
  }
  return ok(about, `${root} can be read and written`);
}

function ownerAdvice(folder: string): string {
  return `run this as the server's user; then chown or chmod ${folder}, or mount it writable`;
}

/** Says nothing of a folder that is not there. */
export async function checkSpace(about: string, folder: string): Promise<Finding[]> {
  const space = await statfs(folder).catch(() => undefined);
  return space === undefined ? [] : [spaceFinding(about, folder, space)];
}

function spaceFinding(about: string, folder: string, space: StatsFs): Finding {
  const { bsize, bavail, blocks, files, ffree } = space;
  const left = bsize * bavail;
  const all = bsize * blocks;
  const seen = `${sizeText(left)} of ${sizeText(all)} are free on the disk of ${folder}`;
  const advice = 'make room; without any, nothing can be written (507)';
  if (left < HARDLY_BYTES) return bad(about, seen, advice);
  if (files > 0 && ffree / files < FEW_NAMES) {
    return warn(
      about,
      `the disk of ${folder} has room for ${ffree} more files only`,
      'remove files that nobody needs',
    );
  }
  if (left < LITTLE_BYTES || left < all * LITTLE_PART) return warn(about, seen, advice);
  return ok(about, seen);
}

export async function may(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
