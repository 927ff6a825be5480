import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { lookAtShares } from './look-at-shares.ts';
import { sharesJson, sharesTable } from './shown-shares.ts';

export const listSharesCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['root', 'database', 'config'],
  details: `Whoever knows the address of a link without a password can open it: keep the list
as secret as the links are. "replaced" is what has come by the name of what was
shared; visitors do not see it until its owner, or "shares adopt", says so.
Paths are counted from the root.`,
  examples: ['filebrowser shares ls', 'filebrowser shares ls --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db, driver } }) => {
      const looked = await lookAtShares(db.read, driver);
      const told = looked.map(({ share, state }) => ({ share, word: state }));
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(
        isForPrograms
          ? await sharesJson(db.read, told, 'state')
          : await sharesTable(db.read, told, 'Item'),
      );
    });
  },
};
