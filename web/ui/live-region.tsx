import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Line {
  readonly id: number;
  readonly text: string;
  /** Region that announces the text; undefined until one exists. */
  readonly region: number | undefined;
  readonly saidAt: number;
}

/** Time until an announcement is removed: long enough for screen readers, short enough not to be found later. */
const KEPT_MS = 8_000;

/** Announcements made this shortly before their dialog closed are repeated. */
const UNHEARD_MS = 500;

interface Speech {
  readonly lines: readonly Line[];
  /** Mounted regions. The last one announces, because a modal dialog silences the content below it. */
  readonly regions: readonly number[];
}

let lastId = 0;
const speech = createStore<Speech>(() => ({ lines: [], regions: [] }));

/** Announces a text to screen readers politely, after earlier announcements. */
export function announce(text: string): void {
  const id = ++lastId;
  speech.setState(({ lines, regions }) => ({
    lines: [...lines, { id, text, region: regions.at(-1), saidAt: Date.now() }],
  }));
  setTimeout(() => {
    speech.setState(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) }));
  }, KEPT_MS);
}

/** Removes all announcements. For tests. */
export function forgetAnnouncements(): void {
  speech.setState({ lines: [] });
}

/** Live region for announcements: one in the page, and one in every modal dialog. */
export function LiveRegion() {
  const [id] = useState(() => ++lastId);
  const isFirst = useStore(speech, ({ regions }) => regions[0] === id);
  const lines = useStore(speech, (state) => state.lines);
  useEffect(() => openRegion(id), [id]);

  const own = lines.filter(({ region }) => region === id || (region === undefined && isFirst));
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" aria-atomic={false} aria-relevant="additions">
        {own.map((line) => (
          <span key={line.id}>{line.text} </span>
        ))}
      </span>
    </VisuallyHidden>
  );
}

function openRegion(id: number): () => void {
  speech.setState(({ regions }) => ({ regions: [...regions, id] }));
  return () => {
    speech.setState(({ regions }) => ({ regions: regions.filter((other) => other !== id) }));
    const isUnheard = ({ region, saidAt }: Line) =>
      region === id && Date.now() - saidAt < UNHEARD_MS;
    for (const { text } of speech.getState().lines.filter(isUnheard)) announce(text);
  };
}
