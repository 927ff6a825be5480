import { expect, test } from 'vitest';
import { createDialogs } from './dialogs.ts';

test('the newest dialog is closed first, and what was below it comes back', () => {
  const dialogs = createDialogs();
  dialogs.getState().open({ kind: 'new-folder', folder: '/' });
  dialogs.getState().open({ kind: 'help' });

  dialogs.getState().close();

  expect(dialogs.getState().stack).toEqual([{ kind: 'new-folder', folder: '/' }]);
});

test('all dialogs can be closed at once', () => {
  const dialogs = createDialogs();
  dialogs.getState().open({ kind: 'help' });
  dialogs.getState().open({ kind: 'help' });

  dialogs.getState().closeAll();

  expect(dialogs.getState().stack).toEqual([]);
});
