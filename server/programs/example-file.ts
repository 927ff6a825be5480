import { copyFile, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Name with characters that a shell or a careless script handles wrongly. */
const AWKWARD_NAME = `it's an "example" of $HOME & more.txt`;
const TEXT = 'An example file for a trial run, which removes it at the end.\n';

/** An operation on the example file. */
export type ExampleOperation = 'copy' | 'rename' | 'delete';

/** Absolute paths. */
export interface ExampleFile {
  readonly file: string;
  /** Contains the file, and nothing else before `finish`. */
  readonly folder: string;
  /** Path for a copy of the file, or for the file after it is renamed. */
  readonly destination: string;
  /** Changes the file as the operation does; without one, nothing. */
  finish(operation: ExampleOperation | undefined): Promise<void>;
}

/** Creates an example file outside of the served folder, and removes it with its folder after `use`. */
export async function withExampleFile<Result>(
  use: (example: ExampleFile) => Promise<Result>,
): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'filebrowser-example-')));
  try {
    const file = join(folder, AWKWARD_NAME);
    await writeFile(file, TEXT);
    const destination = join(folder, 'elsewhere.txt');
    const finish: ExampleFile['finish'] = async (operation) => {
      if (operation === 'copy') await copyFile(file, destination);
      if (operation === 'rename') await rename(file, destination);
      if (operation === 'delete') await rm(file);
    };
    return await use({ file, folder, destination, finish });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
