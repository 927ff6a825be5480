import { ClipboardCopy } from 'lucide-react';
import { putOnClipboard } from '../state/clipboard.ts';
import type { UserAction } from './action.ts';

export const clipboardCopy: UserAction = {
  id: 'clipboard-copy',
  label: 'actions.clipboardCopy',
  icon: ClipboardCopy,
  shortcut: 'Ctrl+C',
  needs: 'create',
  isInMenusOnly: true,
  isOffered: ({ selection }) => selection.length > 0,
  run: ({ selection }) => putOnClipboard('copy', selection),
};
