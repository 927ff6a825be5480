import { createElement, lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { failureText } from '../i18n/failure-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { type DialogSpec, dialogs } from '../state/dialogs.ts';
import { toasts } from '../state/toasts.ts';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { isMissingPart } from './error-screen.tsx';
import { DialogLoading } from './dialog-loading.tsx';
import type { AnyDialog } from './dialog-table.ts';
import { tellMissingPart } from './tell-missing-part.ts';

const components = new Map<DialogSpec['kind'], AnyDialog>();

/** Each component is loaded once; one that could not be had is asked for anew the next time. */
function componentOf(kind: DialogSpec['kind']): AnyDialog {
  const known = components.get(kind);
  if (known) return known;
  const component = lazy(async () => {
    try {
      const { loadDialog } = await import('./dialog-table.ts');
      return { default: await loadDialog(kind) };
    } catch (failure) {
      components.delete(kind);
      throw failure;
    }
  });
  components.set(kind, component);
  return component;
}

/** A dialog must open when the connection has gone, too: its script has to be there by then. */
export function loadDialogs(): void {
  import('./dialog-table.ts')
    .then(({ loadAllDialogs }) =>
      loadAllDialogs((kind, component) => {
        // One that is shown goes on as it is.
        if (!components.has(kind)) components.set(kind, component);
      }),
    )
    .catch(() => {});
}

/** Shows the newest dialog of the stack; one that cannot be had is closed, and the page goes on. */
export function DialogHost() {
  const { t } = useTranslation();
  const stack = useStore(dialogs, (state) => state.stack);
  const close = useStore(dialogs, (state) => state.close);
  const dialog = stack.at(-1);
  if (!dialog) return null;

  const giveUp = (failure: Error) => {
    close();
    if (isMissingPart(failure)) void tellMissingPart();
    else toasts.getState().show('error', failureText(t, failure));
  };
  return (
    <FailureBoundary key={stack.length} onFailure={giveUp}>
      <Suspense fallback={<DialogLoading onClose={close} />}>
        {createElement(componentOf(dialog.kind), { dialog, onClose: close })}
      </Suspense>
    </FailureBoundary>
  );
}
