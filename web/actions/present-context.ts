import type { ActionContext } from './action.ts';

let provider: (() => ActionContext) | undefined;

/** Makes the context of the displayed listing available outside it, until the returned function is called. */
export function providePresentContext(provide: () => ActionContext): () => void {
  provider = provide;
  return () => {
    if (provider === provide) provider = undefined;
  };
}

/** Returns the context of the displayed listing; undefined on other pages. */
export function presentContext(): ActionContext | undefined {
  return provider?.();
}
