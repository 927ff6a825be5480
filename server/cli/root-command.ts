import { StartupError } from '../lib/startup-error.ts';
import { writeServedRoot } from '../metadata/settings.ts';
import { recordedRoot } from '../tree/root-identity.ts';
import { type CliCommand, STORAGE_SETTINGS } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';

export const acceptRootCommand: CliCommand = {
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `The database stores which folder it belongs to, so that an empty mount point is not
mistaken for a folder whose files were removed. While another folder is at the path of
the root, no files are served. After you have replaced the disk, or restored its files
from a backup, this command makes the database belong to the present folder. A running
server notices that within a second. For shares, see "shares adopt".`,
  examples: ['filebrowser root accept --root /srv/files --database /var/lib/fb.db'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db }, openAnyRoot }) => {
      const { keeper } = openAnyRoot();
      const root = await keeper?.look();
      if (keeper === undefined || root?.kind !== 'seen') {
        throw new StartupError('the root cannot be opened; mount its disk, or name it with --root');
      }
      try {
        const { path } = keeper;
        const recorded = await recordedRoot(path, root, undefined);
        await db.write((tx) => writeServedRoot(tx, recorded));
        call.printNotice(`the database belongs to ${path} from now on`);
      } finally {
        root.release();
      }
    });
  },
};
