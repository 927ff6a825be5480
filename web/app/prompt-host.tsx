import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { failureText } from '../i18n/failure-text.ts';
import { type Prompt, type PromptOf, prompts } from '../state/prompts.ts';
import { toasts } from '../state/toasts.ts';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { isOffline } from './error-screen.tsx';

/** What the component of a prompt is given. */
interface PromptProps<Kind extends Prompt['kind']> {
  prompt: PromptOf<Kind>;
  onClose(): void;
}

type PromptTable = {
  [Kind in Prompt['kind']]: () => Promise<ComponentType<PromptProps<Kind>>>;
};

const TABLE: PromptTable = {
  help: async () => (await import('./help-prompt.tsx')).HelpPrompt,
  'abort-uploads': async () =>
    (await import('../features/upload-panel/abort-prompt.tsx')).AbortPrompt,
  delete: async () => (await import('../features/listing/prompts/delete-prompt.tsx')).DeletePrompt,
  download: async () =>
    (await import('../features/listing/prompts/download-prompt.tsx')).DownloadPrompt,
  failures: async () =>
    (await import('../features/listing/prompts/failures-prompt.tsx')).FailuresPrompt,
  info: async () => (await import('../features/listing/prompts/info-prompt.tsx')).InfoPrompt,
  'new-file': async () =>
    (await import('../features/listing/prompts/new-file-prompt.tsx')).NewFilePrompt,
  'new-folder': async () =>
    (await import('../features/listing/prompts/new-folder-prompt.tsx')).NewFolderPrompt,
  rename: async () => (await import('../features/listing/prompts/rename-prompt.tsx')).RenamePrompt,
  transfer: async () => (await import('../features/move-copy/transfer-prompt.tsx')).TransferPrompt,
  'transfer-conflicts': async () =>
    (await import('../features/move-copy/conflict-prompt.tsx')).TransferConflictPrompt,
  upload: async () => (await import('../features/upload-panel/upload-prompt.tsx')).UploadPrompt,
  'upload-conflicts': async () =>
    (await import('../features/upload-panel/conflict-prompt.tsx')).ConflictPrompt,
};

type AnyPrompt = ComponentType<{ prompt: Prompt; onClose(): void }>;
const components = new Map<Prompt['kind'], AnyPrompt>();

/** Each component is loaded once; one that could not be had is asked for anew the next time. */
function componentOf(kind: Prompt['kind']): AnyPrompt {
  const known = components.get(kind);
  if (known) return known;
  const component = lazy(async () => {
    try {
      // The table pairs each kind with the component for it, which the type of a lookup cannot say.
      return { default: (await TABLE[kind]()) as AnyPrompt };
    } catch (failure) {
      components.delete(kind);
      throw failure;
    }
  });
  components.set(kind, component);
  return component;
}

/** A prompt must open when the connection has gone, too: its script has to be there by then. */
export function loadPrompts(): void {
  for (const load of Object.values(TABLE)) load().catch(() => {});
}

/** Shows the newest prompt of the stack; one that cannot be had is closed, and the page goes on. */
export function PromptHost() {
  const { t } = useTranslation();
  const stack = useStore(prompts, (state) => state.stack);
  const close = useStore(prompts, (state) => state.close);
  const prompt = stack.at(-1);
  if (!prompt) return null;

  const giveUp = (failure: Error) => {
    close();
    const text = isOffline(failure) ? t('errors.noConnection') : failureText(t, failure);
    toasts.getState().show('error', text);
  };
  return (
    <FailureBoundary key={stack.length} onFailure={giveUp}>
      <Suspense fallback={null}>
        {createElement(componentOf(prompt.kind), { prompt, onClose: close })}
      </Suspense>
    </FailureBoundary>
  );
}
