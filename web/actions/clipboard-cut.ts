import { Scissors } from 'lucide-react';
import { putOnClipboard } from '../state/clipboard.ts';
import type { UserAction } from './action.ts';

export const clipboardCut: UserAction = {
  id: 'clipboard-cut',
  label: 'actions.clipboardCut',
  icon: Scissors,
  shortcut: 'Ctrl+X',
  needs: 'rename',
  isInMenusOnly: true,
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ selection }) => putOnClipboard('cut', selection),
};
