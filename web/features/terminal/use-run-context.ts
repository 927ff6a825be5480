import type { TreePath } from '#contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../i18n/use-translation.ts';
import { session } from '../../state/session.ts';
import { terminalOpening } from '../../state/terminal-opening.ts';
import { linesOf, type Run, textOf } from '../../state/terminal/output.ts';
import type { RunContext } from '../../state/terminal/terminal.ts';
import { toasts } from '../../state/toasts.ts';
import { announce } from '../../ui/live-region.tsx';
import { endNote } from './end-note.ts';

/** Runs commands in a folder. When one ends, reloads files and announces the end. */
export function useRunContext(folder: TreePath): RunContext {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return {
    folder,
    onEnded(run) {
      // The session has ended, so nothing is announced or requested.
      if (!session.getState().user) return;
      for (const kind of ['folder', 'file', 'usage']) {
        void queries.invalidateQueries({ queryKey: [kind] });
      }
      if (terminalOpening.getState().isOpen) announce(spokenEnd(t, run));
      else showOtherRun(t, run);
    },
  };
}

/** Length of output above which only its number of lines is announced. */
const MAX_LINES_READ = 12;
const MAX_CHARACTERS_READ = 600;

/** Announces short output in full, and long output by its number of lines. */
function spokenEnd(t: TFunction, run: Run): string {
  const end = endNote(t, run)?.text ?? t('terminal.finished');
  const count = linesOf(run);
  const text = textOf(run);
  if (count > MAX_LINES_READ || text.length > MAX_CHARACTERS_READ) {
    return `${t('terminal.lines', { count })} ${end}`;
  }
  return `${text} ${end}`;
}

function showOtherRun(t: TFunction, run: Run): void {
  const { line } = run;
  const note = endNote(t, run);
  if (!note) toasts.getState().show('success', t('terminal.finishedLine', { line }));
  else toasts.getState().show('warning', t('terminal.endedLine', { line, how: note.text }));
}
