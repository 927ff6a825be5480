import { lazy, useEffect } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { isForSelectedText, isTextField, useKeys } from '../../lib/keyboard.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { editedFile } from '../../state/edited-file.ts';
import { loadUndoOnDemand, requestUndo } from '../../state/undo.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { useDelayedLoad } from '../use-delayed-load.ts';

const load = () => withMessages('files', import('./activity-host.tsx'));
const ActivityHost = lazy(async () => ({ default: (await loadPatiently(load)).ActivityHost }));

/**
 * Jobs of the user, live updates of the shown folder, and undo, also of the last action with Ctrl+Z. They begin after the
 * first listing, or when something is to be undone. `path` is below /files.
 */
export function LazyActivity({ path }: { path: string | undefined }) {
  const [isDue, makeDue] = useDelayedLoad();
  useEffect(() => loadUndoOnDemand(makeDue), [makeDue]);
  useKeys('app', (event, pressed) => {
    // Text fields and the editor have an undo of their own.
    const isOfText =
      isTextField(event.target) ||
      isForSelectedText(event) ||
      editedFile.getState().file !== undefined;
    if (pressed !== 'Ctrl+Z' || event.repeat || isOfText) return false;
    requestUndo({ what: 'last' });
    return true;
  });
  if (!isDue) return null;
  // The folder, or that of the shown file.
  const folder = path?.slice(0, path.lastIndexOf('/')) || '/';
  return (
    // Without it, listings are updated as before.
    <LatePart>
      <ActivityHost folder={path === undefined ? undefined : folder} />
    </LatePart>
  );
}
