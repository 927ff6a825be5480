import { expect, test } from 'vitest';
import { BAR_ACTIONS, fitActions, SELECTION_GROUPS } from './selection-actions.ts';

const ids = (actions: readonly { id: string }[]) => actions.map(({ id }) => id);

test('with enough space, every action has a button except menu-only ones', () => {
  const { buttons, rest } = fitActions(BAR_ACTIONS, 20);

  expect(rest).toEqual([]);
  expect(buttons).toEqual(BAR_ACTIONS.filter(({ isInMenusOnly }) => isInMenusOnly !== true));
});

test('with limited space, the most important actions keep their buttons, and the others are in the menu', () => {
  const { buttons, rest } = fitActions(BAR_ACTIONS, 4);

  expect(buttons).toHaveLength(3);
  expect(ids(buttons)).toContain('download');
  expect(ids(buttons)).toContain('delete');
  expect(ids(buttons)).toEqual(ids(BAR_ACTIONS.filter((action) => buttons.includes(action))));
  expect(buttons.length + rest.length).toBe(BAR_ACTIONS.length);
});

test('with space for one button, only the menu is shown', () => {
  const { buttons, rest } = fitActions(BAR_ACTIONS, 1);

  expect(buttons).toEqual([]);
  expect(rest).toEqual(BAR_ACTIONS);
});

test('deleting is last, in a group of its own', () => {
  expect(ids(SELECTION_GROUPS.at(-1) ?? [])).toEqual(['delete']);
  expect(BAR_ACTIONS.at(-1)?.id).toBe('delete');
});
