import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../../../lib/startup-error.ts';

/** Where a new database is made beside the old one, it has to be able to stay there. */
export function requireWritableFolder(old: string, ours: string): void {
  const folder = dirname(ours);
  if (isMountedAlone(old)) {
    throw new StartupError(
      `${old} is mounted by itself, and a new database beside it would be lost with the container; ` +
        `mount its folder instead, or take it over into another place: ${otherPlace(old)}`,
    );
  }
  try {
    if (existsSync(folder)) accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupError(
      `the new database that ${old} is taken over into lies beside it, and nothing can be made in ${folder}; ` +
        `let this user write there, or take it over into another place: ${otherPlace(old)}`,
      { cause },
    );
  }
}

function otherPlace(old: string): string {
  return `filebrowser import ${old} --database NEW, and start with that`;
}

/** Containers are often given the file alone. */
function isMountedAlone(file: string): boolean {
  const real = realpathSync(file);
  return mountPoints().includes(real);
}

/** The fifth word of each line; blanks in it are written `\040`. */
function mountPoints(): string[] {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return lines.map((line) => unescaped(line.split(' ')[4] ?? ''));
  } catch {
    return [];
  }
}

function unescaped(place: string): string {
  return place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
