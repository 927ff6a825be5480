import { createElement, lazy, useCallback, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../i18n/use-translation.ts';
import type { DialogSpec } from '../state/dialog-spec.ts';
import { dialogs, type OpenDialog } from '../state/dialogs.ts';
import { showFailure } from '../state/show-failure.ts';
import { LatePart } from '../ui/late-part.tsx';
import { KeysAhead, type TextEdit } from '../ui/keys-ahead.tsx';
import type { AnyDialog } from './dialog-table.ts';
import { isMissingPart } from './error-screen.tsx';
import { reportMissingPart } from './report-missing-part.ts';

const components = new Map<DialogSpec['kind'], AnyDialog>();

/** Loads each component once; one that could not be loaded is requested again the next time. */
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

/** Loads the scripts of all dialogs that are useful without a connection, so that they open while it is lost. */
export function loadDialogs(): void {
  import('./dialog-table.ts')
    .then(({ loadDialogsAhead }) =>
      loadDialogsAhead((kind, component) => {
        // An open dialog keeps its component, and with it its state.
        if (!components.has(kind)) components.set(kind, component);
      }),
    )
    .catch(() => {});
}

/** Renders all open dialogs. The browser shows the newest one on top and makes the others inert. */
export function DialogHost() {
  const stack = useStore(dialogs, (state) => state.stack);
  return stack.map((opened) => <DialogFrame key={opened.id} {...opened} />);
}

/** Renders a dialog, or closes it with a message when its script cannot be loaded. */
function DialogFrame({ id, dialog }: OpenDialog) {
  const { t } = useTranslation();
  const close = useCallback(() => dialogs.getState().close(id), [id]);
  const giveUp = (failure: Error) => {
    close();
    if (isMissingPart(failure)) void reportMissingPart();
    else showFailure(t, failure);
  };
  return (
    <LatePart onFailure={giveUp} whileLoading={<DialogLoading onClose={close} />}>
      {createElement(componentOf(dialog.kind), { dialog, onClose: close })}
    </LatePart>
  );
}

/** Shown while a dialog loads. Text that is typed meanwhile goes into the field of the dialog that has the focus. */
function DialogLoading({ onClose }: { onClose(): void }) {
  const typed = useRef('');
  useEffect(
    () => () => {
      // Run after the effects of the dialog, which focus a field.
      queueMicrotask(() => writeInDialog(typed.current));
    },
    [],
  );
  const write = useCallback((edit: TextEdit) => {
    typed.current = edit(typed.current);
  }, []);
  const giveUp = useCallback(() => {
    typed.current = '';
    onClose();
  }, [onClose]);
  return <KeysAhead onType={write} onEscape={giveUp} />;
}

/** Inserts text as if it were typed now. */
function writeInDialog(text: string): void {
  const field = document.activeElement;
  if (text === '' || !(field instanceof HTMLInputElement) || !field.closest('dialog[open]')) return;
  const { selectionStart, selectionEnd } = field;
  // Fields without text, such as checkboxes, have no selection.
  if (selectionStart === null || selectionEnd === null) return;
  field.setRangeText(text, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
