import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react';
import { useStore } from 'zustand';
import { type Prompt, type PromptOf, prompts } from '../state/prompts.ts';

/** What the component of a prompt is given. */
interface PromptProps<Kind extends Prompt['kind']> {
  prompt: PromptOf<Kind>;
  onClose(): void;
}

type PromptTable = {
  [Kind in Prompt['kind']]: LazyExoticComponent<ComponentType<PromptProps<Kind>>>;
};

/** The component of every prompt, loaded when it is first asked for. */
const TABLE: PromptTable = {
  help: lazy(async () => ({ default: (await import('./help-prompt.tsx')).HelpPrompt })),
  'abort-uploads': lazy(async () => ({
    default: (await import('../features/upload-panel/abort-prompt.tsx')).AbortPrompt,
  })),
  'new-folder': lazy(async () => ({
    default: (await import('../features/listing/new-folder-prompt.tsx')).NewFolderPrompt,
  })),
  'upload-conflicts': lazy(async () => ({
    default: (await import('../features/upload-panel/conflict-prompt.tsx')).ConflictPrompt,
  })),
};

/** Shows the newest prompt of the stack. */
export function PromptHost() {
  const stack = useStore(prompts, (state) => state.stack);
  const close = useStore(prompts, (state) => state.close);
  const prompt = stack.at(-1);
  if (!prompt) return null;
  // The table pairs each kind with the component for it, which the type of a lookup cannot say.
  const Shown = TABLE[prompt.kind] as ComponentType<{ prompt: Prompt; onClose(): void }>;
  return (
    <Suspense fallback={null}>
      <Shown key={stack.length} prompt={prompt} onClose={close} />
    </Suspense>
  );
}
