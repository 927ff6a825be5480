import type { FileInfo } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { readBytes } from '../../api/texts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { keepEdited } from '../../state/edited-file.ts';
import { dialogs } from '../../state/dialogs.ts';
import { session } from '../../state/session.ts';
import { editorPreferences } from './preferences.ts';
import { EditorSession } from './session/editor-session.ts';
import { openText } from './session/opened-text.ts';

/** Maximum size in bytes. Larger texts are slow to edit, and the server does not classify them as text. */
export const MAX_BYTES = 10_485_760;

export type TextState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly failure: Error }
  /** No encoding round-trips the bytes. */
  | { readonly status: 'binary' }
  | { readonly status: 'too-large' }
  | { readonly status: 'open'; readonly session: EditorSession };

/** Reads a file and opens it as text; `retry` reads it again. A rename of the file does not close the text. */
export function useOpenedText(file: FileInfo): { state: TextState; retry(): void } {
  const { t } = useTranslation();
  const [state, setState] = useState<TextState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const open = useRef<EditorSession>(undefined);
  const latest = useRef({ file, t });
  useEffect(() => {
    latest.current = { file, t };
  });

  useEffect(() => {
    const { path } = latest.current.file;
    if (open.current?.path === path) return closing(open, path);
    setState({ status: 'loading' });
    const stop = new AbortController();
    const read = async () => {
      const next = await stateOf(readText(latest.current.file, latest.current.t, stop.signal));
      if (stop.signal.aborted) return;
      open.current = next.status === 'open' ? next.session : undefined;
      setState(next);
    };
    void read();
    const close = closing(open, path);
    return () => {
      stop.abort();
      close();
    };
  }, [file.path, attempt]);

  useEffect(() => open.current?.translate(t, latest.current.file.name), [t]);

  const isOpen = state.status === 'open';
  useEffect(() => (isOpen ? keepEdited(file) : undefined), [isOpen, file]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}

/** Returns a function that closes the text if it still has this path. A renamed text stays open. */
function closing(open: { current: EditorSession | undefined }, path: string): () => void {
  return () => {
    if (open.current?.path !== path) return;
    open.current.view.destroy();
    open.current = undefined;
  };
}

function stateOf(reading: Promise<TextState>): Promise<TextState> {
  return reading.catch((failure: unknown) => ({
    status: 'failed',
    failure: failure instanceof Error ? failure : new Error(String(failure)),
  }));
}

async function readText(
  { path, name, size, type }: FileInfo,
  t: TFunction,
  signal: AbortSignal,
): Promise<TextState> {
  if (size > MAX_BYTES) return { status: 'too-large' };
  const opened = openText(await readBytes(path, signal));
  if (!opened) return { status: 'binary' };
  signal.throwIfAborted();
  const mayModify = session.getState().user?.perm.modify ?? false;
  const text = new EditorSession(opened, {
    t,
    path,
    name,
    isReadOnly: !mayModify || type === 'textImmutable',
    wraps: editorPreferences().wraps,
    onGoToLine: () => askForLine(text),
  });
  return { status: 'open', session: text };
}

/** Asks for a line number and moves the cursor to that line. */
export function askForLine(text: EditorSession): void {
  const { facts, view } = text;
  dialogs.getState().open({
    kind: 'go-to-line',
    current: facts.getState().cursor.line,
    last: view.state.doc.lines,
    go: (line) => text.goToLine(line),
  });
}
