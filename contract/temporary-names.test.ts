import { expect, test } from 'vitest';
import { TRASH_NAME, trashFolderIn } from './temporary-names.ts';

test.each([
  [`/${TRASH_NAME}`, `/${TRASH_NAME}`],
  [`/disk/${TRASH_NAME}/x/y`, `/disk/${TRASH_NAME}`],
  [`/a/${TRASH_NAME}.old/${TRASH_NAME}/x`, `/a/${TRASH_NAME}.old/${TRASH_NAME}`],
  [`/a/${TRASH_NAME}.old/x`, undefined],
  [`/a/x${TRASH_NAME}/x`, undefined],
  ['/', undefined],
])('the trash folder in %s is %s', (path, folder) => {
  expect(trashFolderIn(path)).toBe(folder);
});
