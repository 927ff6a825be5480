import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name with characters that a shell or a careless script handles wrongly. */
const AWKWARD_NAME = `it's an "example" of $HOME & more.txt`;
const TEXT = 'An example file for a trial run, which removes it at the end.\n';

/** Absolute paths. */
export interface ExampleFile {
  readonly file: string;
  /** The only file in the folder. */
  readonly folder: string;
}

/** Creates an example file outside of the served folder, and removes it with its folder after `use`. */
export async function withExampleFile<Result>(
  use: (example: ExampleFile) => Promise<Result>,
): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-example-')));
  try {
    const file = join(folder, AWKWARD_NAME);
    await writeFile(file, TEXT);
    return await use({ file, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
