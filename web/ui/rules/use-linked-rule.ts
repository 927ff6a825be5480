import { type RefObject, useEffect } from 'react';

/** Returns the fragment of an address that links to a rule; `index` starts at 0. */
export function hashOfRule(index: number): string {
  return `#rule-${index + 1}`;
}

/** Focuses the rule named by the address. */
export function useLinkedRule(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const number = /^#rule-(\d+)$/.exec(window.location.hash)?.[1];
    if (number === undefined) return;
    const rule = editor.current?.querySelector<HTMLElement>(`li:nth-child(${number})`);
    rule?.querySelector<HTMLElement>('[data-part="text"]')?.focus({ preventScroll: true });
    rule?.scrollIntoView({ block: 'center' });
  }, [editor]);
}
