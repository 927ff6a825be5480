import { createElement, lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { failureText } from '../i18n/failure-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { type Prompt, prompts } from '../state/prompts.ts';
import { toasts } from '../state/toasts.ts';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { isMissingPart } from './error-screen.tsx';
import { PromptComing } from './prompt-coming.tsx';
import type { AnyPrompt } from './prompt-table.ts';
import { tellMissingPart } from './tell-missing-part.ts';

const components = new Map<Prompt['kind'], AnyPrompt>();

/** Each component is loaded once; one that could not be had is asked for anew the next time. */
function componentOf(kind: Prompt['kind']): AnyPrompt {
  const known = components.get(kind);
  if (known) return known;
  const component = lazy(async () => {
    try {
      const { loadPrompt } = await import('./prompt-table.ts');
      return { default: await loadPrompt(kind) };
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
  import('./prompt-table.ts')
    .then(({ loadAllPrompts }) =>
      loadAllPrompts((kind, component) => {
        // One that is shown goes on as it is.
        if (!components.has(kind)) components.set(kind, component);
      }),
    )
    .catch(() => {});
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
    if (isMissingPart(failure)) void tellMissingPart();
    else toasts.getState().show('error', failureText(t, failure));
  };
  return (
    <FailureBoundary key={stack.length} onFailure={giveUp}>
      <Suspense fallback={<PromptComing onClose={close} />}>
        {createElement(componentOf(prompt.kind), { prompt, onClose: close })}
      </Suspense>
    </FailureBoundary>
  );
}
