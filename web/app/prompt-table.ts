import type { ComponentType } from 'react';
import { loadWords, withWords } from '../i18n/words.ts';
import type { Prompt, PromptOf } from '../state/prompts.ts';
import { loadUploadPanel } from './shell/lazy-upload-panel.tsx';

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
  reload: async () => (await import('./reload-prompt.tsx')).ReloadPrompt,
  'discard-changes': async () =>
    (await import('../ui/form/discard-changes-prompt.tsx')).DiscardChangesPrompt,
  'discard-editor-changes': async () =>
    (await import('../features/editor/prompts/discard-prompt.tsx')).DiscardPrompt,
  'end-other-sessions': async () =>
    (await withWords('settings', import('../features/profile/end-other-sessions-prompt.tsx')))
      .EndOtherSessionsPrompt,
  'go-to-line': async () =>
    (await import('../features/editor/prompts/go-to-line-prompt.tsx')).GoToLinePrompt,
  'save-anew': async () =>
    (await import('../features/editor/prompts/save-questions.tsx')).SaveAnewPrompt,
  'save-as-utf-8': async () =>
    (await import('../features/editor/prompts/save-questions.tsx')).SaveAsUtf8Prompt,
  'save-conflict': async () =>
    (await import('../features/editor/prompts/save-questions.tsx')).SaveConflictPrompt,
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
  share: async () => (await import('../features/share-links/share-prompt.tsx')).SharePrompt,
  'share-delete': async () =>
    (await import('../features/share-table/delete-share-prompt.tsx')).DeleteSharePrompt,
  'share-uses': async () =>
    (await import('../features/share-links/share-uses-prompt.tsx')).ShareUsesPrompt,
  transfer: async () => (await import('../features/move-copy/transfer-prompt.tsx')).TransferPrompt,
  'transfer-conflicts': async () =>
    (await import('../features/move-copy/conflict-prompt.tsx')).TransferConflictPrompt,
  upload: async () => {
    const prompt = import('../features/upload-panel/upload-prompt.tsx');
    const [{ UploadPrompt }] = await Promise.all([prompt, loadUploadPanel().catch(() => {})]);
    return UploadPrompt;
  },
  'user-delete': async () =>
    (await withWords('settings', import('../features/admin-users/delete/delete-user-prompt.tsx')))
      .DeleteUserPrompt,
  'upload-conflicts': async () =>
    (await import('../features/upload-panel/conflict-prompt.tsx')).ConflictPrompt,
};

/** A prompt's component for whoever asked for its kind by name. */
export type AnyPrompt = ComponentType<{ prompt: Prompt; onClose(): void }>;

/** The component of a prompt, together with its sentences. */
export async function loadPrompt(kind: Prompt['kind']): Promise<AnyPrompt> {
  // The table pairs each kind with the component for it, which the type of a lookup cannot say.
  const [prompt] = await Promise.all([TABLE[kind](), loadWords('files')]);
  return prompt as AnyPrompt;
}

/** Hands over each component as it comes. */
export function loadAllPrompts(keep: (kind: Prompt['kind'], component: AnyPrompt) => void): void {
  for (const kind of Object.keys(TABLE) as Prompt['kind'][]) {
    loadPrompt(kind).then(
      (component) => keep(kind, component),
      () => {},
    );
  }
}
