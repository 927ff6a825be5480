import type { Entry } from '#contract/files.ts';
import type { KeyboardEvent } from 'react';
import { useTyping } from '../../lib/use-typing.ts';

const PAGE = 8;

/**
 * Keyboard navigation of the picker: arrows select, Enter opens, Backspace goes up, letters jump to a name,
 * Ctrl+Enter confirms.
 */
export function usePickerKeys({
  folders,
  active,
  isBarred,
  show,
  onOpen,
  onUp,
  onSubmit,
}: {
  folders: readonly Entry[];
  /** Index of the selected folder; -1 for none. */
  active: number;
  isBarred(folder: Entry): boolean;
  /** Selects a folder and scrolls it into view. */
  show(index: number): void;
  onOpen(path: string): void;
  onUp(): void;
  onSubmit(): void;
}): (event: KeyboardEvent) => void {
  const typing = useTyping();
  const isFree = (index: number) => {
    const folder = folders[index];
    return folder !== undefined && !isBarred(folder);
  };

  /** Moves to the nearest selectable folder, first forwards and then backwards. */
  function move(to: number, step: 1 | -1) {
    const start = Math.max(0, Math.min(to, folders.length - 1));
    for (const direction of [step, -step]) {
      for (let index = start; folders[index]; index += direction) {
        if (isFree(index)) return show(index);
      }
    }
  }

  function jumpTo(text: string) {
    const first = text.length > 1 ? Math.max(0, active) : active + 1;
    for (let step = 0; step < folders.length; step += 1) {
      const index = (first + step) % folders.length;
      const name = folders[index]?.name.toLowerCase() ?? '';
      if (isFree(index) && name.startsWith(text.toLowerCase())) return show(index);
    }
  }

  const MOVES: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(active + 1, 1),
    ArrowUp: () => move(active < 0 ? folders.length : active - 1, -1),
    Home: () => move(0, 1),
    End: () => move(folders.length, -1),
    PageDown: () => move(active + PAGE, 1),
    PageUp: () => move(active - PAGE, -1),
    Backspace: onUp,
    Enter() {
      const folder = folders[active];
      if (folder) onOpen(folder.path);
      else onSubmit();
    },
  };

  return (event) => {
    const control = event.ctrlKey || event.metaKey;
    const action = control && event.key === 'Enter' ? onSubmit : MOVES[event.key];
    const isLetter = event.key.length === 1 && !control && !event.altKey;
    if (!action && !isLetter) return;
    event.preventDefault();
    if (action) action();
    else jumpTo(typing.add(event.key));
  };
}
