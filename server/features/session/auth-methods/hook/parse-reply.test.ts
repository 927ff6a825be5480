import { expect, test } from 'vitest';
import { parseHookReply } from './parse-reply.ts';

test('all that a hook may say about a user is understood, however it ends its lines', () => {
  const output = [
    'a line that is nothing',
    'hook.action=auth',
    'user.scope = /bob ',
    'user.locale=fr',
    'user.viewMode=mosaic',
    'user.singleClick=true',
    'user.redirectAfterCopyMove=false',
    'user.hideDotfiles=yes',
    'user.sorting.by=size',
    'user.sorting.asc=true',
    'user.commands=ls  echo',
    'user.perm.create=false',
    'user.perm.download=true',
    'user.unknown=1',
    'user.rules=[]',
  ].join('\r\n');

  expect(parseHookReply(output)).toEqual({
    action: 'auth',
    fields: {
      scope: '/bob',
      locale: 'fr',
      viewMode: 'mosaic',
      singleClick: true,
      redirectAfterCopyMove: false,
      hideDotfiles: false,
      sorting: { by: 'size', asc: true },
      commands: ['ls', 'echo'],
      perm: { create: false, download: true },
    },
  });
});

test('ignores missing and unknown values', () => {
  const output = 'hook.action=auth\nuser.scope=\nuser.viewMode=cinema\nuser.sorting.by=weight\n';
  expect(parseHookReply(output)).toEqual({ action: 'auth', fields: { sorting: {}, perm: {} } });
});

test('an administrator may do everything, whatever else is said', () => {
  const reply = parseHookReply('hook.action=auth\nuser.perm.delete=false\nuser.perm.admin=true');
  const all = ['admin', 'execute', 'create', 'rename', 'modify', 'delete', 'share', 'download'];
  expect(reply).toMatchObject({
    fields: { perm: Object.fromEntries(all.map((name) => [name, true])) },
  });
});

test('the last of several lines counts, and a value may hold the sign that ends the key', () => {
  const reply = parseHookReply('hook.action=block\nhook.action=auth\nuser.scope=/a=b');
  expect(reply).toMatchObject({ action: 'auth', fields: { scope: '/a=b' } });
});

test('returns only the action for block and pass, and undefined for an unknown one', () => {
  expect(parseHookReply('hook.action=block\nuser.perm.admin=true')).toEqual({ action: 'block' });
  expect(parseHookReply('hook.action= pass')).toEqual({ action: 'pass' });
  for (const output of ['', 'hook.action=dance', 'hook.action=', 'action=auth', 'AUTH', '\0']) {
    expect(parseHookReply(output)).toBeUndefined();
  }
});
