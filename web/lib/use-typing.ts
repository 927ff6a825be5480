import { useRef } from 'react';

const PAUSE_MS = 800;

/** Collects letters typed in quick succession. A pause starts over. */
export function useTyping() {
  const typed = useRef({ text: '', at: 0 });
  const isTyping = () => typed.current.text !== '' && Date.now() - typed.current.at < PAUSE_MS;
  return {
    /** Returns the text with a further letter; undefined if the letter would start a new text. */
    continuedBy: (letter: string) => (isTyping() ? typed.current.text + letter : undefined),
    /** Adds a letter and returns the text. Repeating one letter cycles through the names that start with it. */
    add(letter: string): string {
      const before = isTyping() ? typed.current.text : '';
      const text = before === letter ? letter : before + letter;
      typed.current = { text, at: Date.now() };
      return text;
    },
  };
}
