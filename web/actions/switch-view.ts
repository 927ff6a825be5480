import type { ViewMode } from '#contract/users.ts';
import { Grid2x2, Images, List } from 'lucide-react';
import { nextViewMode } from '../state/preferences.ts';
import type { Appearance, UserAction } from './action.ts';

/** Label and icon of each view. */
export const SHOWN_AS: Readonly<Record<ViewMode, Appearance>> = {
  list: { label: 'actions.viewList', icon: List },
  mosaic: { label: 'actions.viewMosaic', icon: Grid2x2 },
  'mosaic gallery': { label: 'actions.viewGallery', icon: Images },
};

/** Cycles through list, mosaic and gallery. Its icon shows the next view. */
export const switchView: UserAction = {
  id: 'switch-view',
  label: 'actions.switchView',
  icon: Grid2x2,
  needs: undefined,
  appearance: ({ view }) => SHOWN_AS[nextViewMode(view.mode)],
  isOffered: () => true,
  run: ({ view }) => view.change(nextViewMode(view.mode)),
};
