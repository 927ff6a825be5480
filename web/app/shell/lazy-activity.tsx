import { lazy, useCallback, useEffect, useState } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isForSelectedText, isTextField, useKeys } from '../../lib/keyboard.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { editedFile } from '../../state/edited-file.ts';
import { showFailure } from '../../state/show-failure.ts';
import { forgetUndo, loadUndoOnDemand, requestUndo } from '../../state/undo.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { isMissingPart } from '../error-screen.tsx';
import { reportMissingPart } from '../report-missing-part.ts';
import { useDelayedLoad } from '../use-delayed-load.ts';

const load = () => withMessages('files', import('./activity-host.tsx'));
const lazyHost = () => lazy(async () => ({ default: (await loadPatiently(load)).ActivityHost }));

/**
 * Jobs of the user, live updates of the shown folder, and undo, also of the last action with Ctrl+Z. They begin after the
 * first listing, or when something is to be undone. `path` is below /files.
 */
export function LazyActivity({ path }: { path: string | undefined }) {
  const { t } = useTranslation();
  const [isDue, makeDue] = useDelayedLoad();
  const [ActivityHost, setHost] = useState(lazyHost);
  const [isMissing, setMissing] = useState(false);
  const start = useCallback(() => {
    makeDue();
    setMissing(false);
  }, [makeDue]);
  useEffect(() => loadUndoOnDemand(start), [start]);
  const giveUp = (failure: Error) => {
    setMissing(true);
    // A failed load is repeated when something is to be undone.
    setHost(lazyHost);
    if (!forgetUndo()) return;
    if (isMissingPart(failure)) void reportMissingPart();
    else showFailure(t, failure);
  };
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
  if (!isDue || isMissing) return null;
  // The folder, or that of the shown file.
  const folder = path?.slice(0, path.lastIndexOf('/')) || '/';
  return (
    // Without it, listings are updated as before.
    <LatePart onFailure={giveUp}>
      <ActivityHost folder={path === undefined ? undefined : folder} />
    </LatePart>
  );
}
