import type { Entry } from '#contract/files.ts';
import { Star, StarOff } from 'lucide-react';
import { i18n } from '../i18n/i18n.ts';
import { showFailureToRepeat } from '../state/show-failure.ts';
import { changeStars, isStarred } from '../state/starred.ts';
import type { ActionContext, UserAction } from './action.ts';

/** Adds stars to the selection or the displayed folder, or removes them if all items have one. */
export const star: UserAction = {
  id: 'star',
  label: 'actions.star',
  icon: Star,
  shortcut: 'Ctrl+D',
  needs: undefined,
  isInMenusOnly: true,
  appearance: (context) =>
    itemsOf(context).every(isStarred)
      ? { label: 'actions.unstar', icon: StarOff }
      : { label: 'actions.star', icon: Star },
  isOffered: (context) => itemsOf(context).length > 0,
  run(context) {
    const items = itemsOf(context);
    const isOn = !items.every(isStarred);
    const change = () => {
      changeStars(items, isOn).catch((failure: unknown) =>
        showFailureToRepeat(i18n.t, failure, i18n.t('errors.notSaved'), change),
      );
    };
    change();
  },
};

/** The home folder is a place of its own, and broken symlinks lead nowhere. */
function itemsOf({ selection, here }: Pick<ActionContext, 'selection' | 'here'>): readonly Entry[] {
  if (selection.length > 0) return selection.filter(({ type }) => type !== 'invalid_link');
  return here.path === '' ? [] : [here];
}
