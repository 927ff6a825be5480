import { expect, test } from 'vitest';
import { createDialogs } from './dialogs.ts';

const kindsOf = (dialogs: ReturnType<typeof createDialogs>) =>
  dialogs.getState().stack.map(({ dialog }) => dialog.kind);

const FAILURES = { kind: 'failures', title: 'Couldn’t delete', failures: [] } as const;

test('a handle closes only its own dialog, once', () => {
  const dialogs = createDialogs();
  const { open } = dialogs.getState();
  const first = open({ kind: 'new-folder', folder: '/' });
  const second = open({ kind: 'new-file', folder: '/' });

  first.close();
  expect(kindsOf(dialogs)).toEqual(['new-file']);
  first.close();
  expect(kindsOf(dialogs)).toEqual(['new-file']);
  second.close();
  expect(kindsOf(dialogs)).toEqual([]);
});

test('a result that arrives while a dialog is open waits until all are closed', () => {
  const dialogs = createDialogs();
  const { open, openWhenFree } = dialogs.getState();
  const below = open({ kind: 'new-folder', folder: '/' });
  const above = open({ kind: 'help' });

  openWhenFree(FAILURES);
  openWhenFree({ kind: 'info', entries: [] });
  expect(kindsOf(dialogs)).toEqual(['new-folder', 'help']);
  below.close();
  expect(kindsOf(dialogs)).toEqual(['help']);
  above.close();
  expect(kindsOf(dialogs)).toEqual(['failures']);
  dialogs.getState().closeKind('failures');
  expect(kindsOf(dialogs)).toEqual(['info']);
});

test('a result opens at once when nothing is open', () => {
  const dialogs = createDialogs();
  dialogs.getState().openWhenFree(FAILURES);
  expect(kindsOf(dialogs)).toEqual(['failures']);
});

test('a waiting dialog that is closed never opens', () => {
  const dialogs = createDialogs();
  const help = dialogs.getState().open({ kind: 'help' });
  dialogs.getState().openWhenFree(FAILURES).close();
  help.close();
  expect(kindsOf(dialogs)).toEqual([]);
});

test('leaving a page closes its dialogs and keeps results', () => {
  const dialogs = createDialogs();
  const { open, openWhenFree } = dialogs.getState();
  open(FAILURES);
  open({ kind: 'new-folder', folder: '/' });
  openWhenFree({ kind: 'info', entries: [] });

  dialogs.getState().closeForDeparture();
  expect(kindsOf(dialogs)).toEqual(['failures']);
});

test('closing all drops what waits, too', () => {
  const dialogs = createDialogs();
  dialogs.getState().open({ kind: 'help' });
  dialogs.getState().openWhenFree(FAILURES);

  dialogs.getState().closeAll();

  expect(kindsOf(dialogs)).toEqual([]);
});
