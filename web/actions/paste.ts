import { ClipboardPaste } from 'lucide-react';
import type { UserAction } from './action.ts';

/** Pastes into the displayed folder, regardless of the selection. */
export const paste: UserAction = {
  id: 'paste',
  label: 'actions.paste',
  icon: ClipboardPaste,
  shortcut: 'Ctrl+V',
  needs: undefined,
  isOffered: ({ clipboard, permissions }) =>
    clipboard !== undefined && permissions[clipboard.kind === 'cut' ? 'rename' : 'create'],
  run({ clipboard, folder, transfers }) {
    if (!clipboard) return;
    const { kind, entries } = clipboard;
    transfers.start({
      kind: kind === 'cut' ? 'move' : 'copy',
      entries,
      to: folder,
      targetIs: 'visible',
    });
  },
};
