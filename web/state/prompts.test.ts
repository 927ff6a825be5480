import { expect, test } from 'vitest';
import { createPrompts } from './prompts.ts';

test('the newest prompt is closed first, and what was below it comes back', () => {
  const prompts = createPrompts();
  prompts.getState().open({ kind: 'new-folder', folder: '/' });
  prompts.getState().open({ kind: 'help' });

  prompts.getState().close();

  expect(prompts.getState().stack).toEqual([{ kind: 'new-folder', folder: '/' }]);
});

test('all prompts can be closed at once', () => {
  const prompts = createPrompts();
  prompts.getState().open({ kind: 'help' });
  prompts.getState().open({ kind: 'help' });

  prompts.getState().closeAll();

  expect(prompts.getState().stack).toEqual([]);
});
