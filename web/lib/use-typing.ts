import { useRef } from 'react';

const PAUSE_MS = 800;

/** Letters typed within a short time make one text; a pause begins anew. */
export function useTyping() {
  const typed = useRef({ text: '', at: 0 });
  const isTyping = () => typed.current.text !== '' && Date.now() - typed.current.at < PAUSE_MS;
  return {
    /** What a further letter would make of the text; undefined when it would begin a new one. */
    continuedBy: (letter: string) => (isTyping() ? typed.current.text + letter : undefined),
    /** The text so far, with this letter. The same letter again and again goes through its names. */
    add(letter: string): string {
      const before = isTyping() ? typed.current.text : '';
      const text = before === letter ? letter : before + letter;
      typed.current = { text, at: Date.now() };
      return text;
    },
  };
}
