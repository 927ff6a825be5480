import { ListChecks } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Clicks and taps add to the selection from now on, without a key to hold; once more ends it. */
export const selectMultiple: UserAction = {
  id: 'select-multiple',
  label: 'actions.selectMultiple',
  icon: ListChecks,
  needs: undefined,
  isOn: ({ multiple }) => multiple.isOn,
  isOffered: () => true,
  run: ({ multiple }) => multiple.set(!multiple.isOn),
};
