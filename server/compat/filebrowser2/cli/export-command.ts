import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '../../../lib/startup-error.ts';
import { listShares } from '../../../metadata/shares.ts';
import { listUsers } from '../../../metadata/users.ts';
import type { CliCommand } from '../../../cli/cli-command.ts';
import { readStoredConfig } from '../../../cli/config/export-config.ts';
import { writeExport } from '../export-files.ts';
import { withAdministration } from '../../../cli/open-administration.ts';
import { choiceOf, switchOf } from '../../../cli/option-values.ts';
import { printable } from '../../../lib/table.ts';
import { type LegacyExport, exportForFileBrowser2 } from './export-for-filebrowser2.ts';

const ONLY_OWNER = 0o700;

export const exportCommand: CliCommand = {
  arguments: [{ name: 'folder' }],
  options: [
    { name: 'format', takes: 'format', help: 'filebrowser, the only supported format' },
    { name: 'overwrite', help: 'replace existing files' },
  ],
  details: `Writes config.json and users.json for the import of File Browser 2 into the folder, and
reports what is not exported. Only their owner can read them. Then, with File Browser 2
and a new database:

  filebrowser config import config.json
  filebrowser users import users.json`,
  examples: ['filebrowser export --format filebrowser export-folder'],
  async run(call) {
    const [typed = ''] = call.arguments;
    choiceOf(call.options, 'format', ['filebrowser']);
    const folder = resolve(call.surroundings.workingFolder, typed);
    const paths = {
      config: join(folder, 'config.json'),
      users: join(folder, 'users.json'),
    };
    const mayReplace = switchOf(call.options, 'overwrite') === true;
    const taken = mayReplace ? undefined : Object.values(paths).find((path) => existsSync(path));
    if (taken !== undefined) {
      throw new StartupError(`${taken} exists already; --overwrite replaces it`);
    }
    const { config, users, remarks } = await readLegacyExport(call);
    await makeFolder(folder);
    await writeExport(paths.config, config);
    await writeExport(paths.users, users);
    for (const remark of remarks) call.print(printable(remark));
    call.printNotice(`wrote ${paths.config} and ${paths.users}`);
  },
};

function readLegacyExport(call: Parameters<CliCommand['run']>[0]): Promise<LegacyExport> {
  return withAdministration(call, async ({ administration: { db } }) => {
    const shares = await listShares(db.read, { nowMs: Date.now() });
    return exportForFileBrowser2({
      ...(await readStoredConfig(db.read)),
      users: await listUsers(db.read),
      links: shares.length,
    });
  });
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ONLY_OWNER }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new StartupError(`${folder} cannot be created (${cause.code})`, { cause });
    },
  );
}
