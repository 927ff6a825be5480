import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Line {
  readonly id: number;
  readonly text: string;
  /** Where it is said; undefined before there is a region, which is the first one then. */
  readonly region: number | undefined;
  readonly saidAt: number;
}

/** Long enough for every screen reader to take it up, short enough not to be met later by reading on. */
const KEPT_MS = 8_000;

/** What was said this shortly before its dialog went has not been read out. */
const UNHEARD_MS = 500;

interface Speech {
  readonly lines: readonly Line[];
  /** Those in the page; the last one speaks, because a modal dialog silences what lies below it. */
  readonly regions: readonly number[];
}

let lastId = 0;
const speech = createStore<Speech>(() => ({ lines: [], regions: [] }));

/** Tells screen readers what happened, politely and after what was told before. */
export function announce(text: string): void {
  const id = ++lastId;
  speech.setState(({ lines, regions }) => ({
    lines: [...lines, { id, text, region: regions.at(-1), saidAt: Date.now() }],
  }));
  setTimeout(() => {
    speech.setState(({ lines }) => ({ lines: lines.filter((line) => line.id !== id) }));
  }, KEPT_MS);
}

/** For tests: the next page has nothing to say of this one. */
export function forgetAnnouncements(): void {
  speech.setState({ lines: [] });
}

/** Where announcements are read from: once in the page, and once in every modal dialog. */
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
