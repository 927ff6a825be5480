import { ListChecks } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Switches multi-select mode, in which clicks and taps add to the selection. */
export const selectMultiple: UserAction = {
  id: 'select-multiple',
  label: 'actions.selectMultiple',
  icon: ListChecks,
  needs: undefined,
  isOn: ({ multiple }) => multiple.isOn,
  isOffered: () => true,
  run: ({ multiple }) => multiple.set(!multiple.isOn),
};
