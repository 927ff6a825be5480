import type { UserAction } from '../../actions/action.ts';
import { goToFolder } from '../../actions/go-to-folder.ts';
import { type ActionGroups, SELECTION_GROUPS } from '../../actions/selection-actions.ts';

const [OPENING = [], ...OTHERS] = SELECTION_GROUPS;

/** Actions of the listing, and navigation to the folder of a result. */
export const RESULT_GROUPS: ActionGroups = [[...OPENING, goToFolder], ...OTHERS];

export const RESULT_ACTIONS: readonly UserAction[] = RESULT_GROUPS.flat();
