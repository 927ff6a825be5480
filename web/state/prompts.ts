import type { TreePath } from '#contract/paths.ts';
import { createStore } from 'zustand/vanilla';
import type { ConflictChoice, UploadConflict } from './upload-conflicts.ts';

/**
 * Every prompt the product can show and what each needs to know. `app/prompt-host.tsx` names the
 * component of each kind, which is loaded when it is first asked for.
 */
export type Prompt =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'new-folder';
      /** The path of the folder to make it in. */
      readonly folder: string;
    }
  | {
      readonly kind: 'upload-conflicts';
      readonly folder: TreePath;
      readonly conflicts: readonly UploadConflict[];
      readonly mayReplace: boolean;
      /** Goes on with the upload; closing the prompt instead sends nothing. */
      settle(choices: ReadonlyMap<string, ConflictChoice>): void;
    }
  | { readonly kind: 'abort-uploads'; abort(): void };

export type PromptOf<Kind extends Prompt['kind']> = Extract<Prompt, { kind: Kind }>;

export interface Prompts {
  /** The newest is last, and the one that is shown. */
  readonly stack: readonly Prompt[];
  open(prompt: Prompt): void;
  /** Closes the one that is shown; what was below it comes back. */
  close(): void;
  closeAll(): void;
}

export const createPrompts = () =>
  createStore<Prompts>((set) => ({
    stack: [],
    open: (prompt) => set(({ stack }) => ({ stack: [...stack, prompt] })),
    close: () => set(({ stack }) => ({ stack: stack.slice(0, -1) })),
    closeAll: () => set(({ stack }) => (stack.length === 0 ? {} : { stack: [] })),
  }));

export const prompts = createPrompts();
