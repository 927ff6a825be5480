import { type RefObject, useEffect } from 'react';

/** The end of an address that leads to a rule of the list on that page; `index` counts from 0. */
export function hashOfRule(index: number): string {
  return `#rule-${index + 1}`;
}

/** Leads the keyboard to the rule that the address names. */
export function useLinkedRule(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const number = /^#rule-(\d+)$/.exec(window.location.hash)?.[1];
    if (number === undefined) return;
    const rule = editor.current?.querySelector<HTMLElement>(`li:nth-child(${number})`);
    rule?.querySelector<HTMLElement>('[data-part="text"]')?.focus({ preventScroll: true });
    rule?.scrollIntoView({ block: 'center' });
  }, [editor]);
}
