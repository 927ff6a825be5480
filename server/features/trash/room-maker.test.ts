import { ROOT } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { expect, test } from 'vitest';
import { storageNotAnswering } from '../../errors.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { wrapDriver } from '../../testing/wrapped-driver.ts';
import { recordedPath } from '../../tree/resolved-path.ts';
import { anActor, at, openTestTree } from '../../tree/tree.test-tools.ts';
import { makeRoom } from './make-room.ts';
import { roomMaker } from './room-maker.ts';

const MEBIBYTE = 1_048_576;
const FULL = { used: 0, total: 0, free: 0, freeFiles: Infinity };

const OLD: StoredTrash = {
  id: 1,
  purpose: 'deleted',
  userId: undefined,
  username: 'bob',
  source: at('/old.txt'),
  path: at(`/${TRASH_NAME}/1-old.txt`),
  kind: 'file',
  size: 8 * MEBIBYTE,
  entries: 1,
  item: '',
  folderEvidence: undefined,
  modifiedMs: undefined,
  deletedAt: 1,
};

test('the audit log names what was deleted for an upload, also if the disk fails after that', async () => {
  const { tree } = await openTestTree();
  const answers = [Promise.resolve(FULL)];
  const driver = {
    ...wrapDriver(tree.driver),
    usage: () => answers.pop() ?? Promise.reject(storageNotAnswering()),
  };
  const dependencies = {
    tree: { driver },
    async *oldestFirst() {
      yield OLD;
    },
    purge: () => Promise.resolve(true),
    measure: () => Promise.resolve(),
  };
  const recorded: Partial<AuditEntry>[] = [];
  const takeRoom = roomMaker({
    cleaner: { makeRoom: (request) => makeRoom(dependencies, request) },
    audit: { record: (entry) => void recorded.push(entry) },
    log: { warn: () => undefined },
  });

  const room = { bytes: 2 * MEBIBYTE, files: 1 };
  const taken = takeRoom(anActor(), recordedPath(ROOT), room, () => Promise.resolve());

  await expect(taken).rejects.toMatchObject({ code: 'not-answering' });
  expect(recorded).toMatchObject([{ act: 'trash-delete', about: '/old.txt', username: 'anna' }]);
});
