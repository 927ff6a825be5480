import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Announcement {
  readonly id: number;
  readonly text: string;
  /** Region that announces the text; undefined until one exists. */
  readonly region: number | undefined;
  readonly announcedAt: number;
}

/** Time until an announcement is removed, so that users do not find it later. Screen readers need some seconds. */
const KEPT_MS = 8_000;

/** An announcement in a dialog that closes within this time is repeated in the page. */
const UNHEARD_MS = 500;

interface LiveRegions {
  readonly announcements: readonly Announcement[];
  /** Mounted regions. The last one announces, because a modal dialog silences the content below it. */
  readonly regions: readonly number[];
}

let lastId = 0;
const liveRegions = createStore<LiveRegions>(() => ({ announcements: [], regions: [] }));

/** Announces a text to screen readers politely, after earlier announcements. */
export function announce(text: string): void {
  const id = ++lastId;
  liveRegions.setState(({ announcements, regions }) => ({
    announcements: [
      ...announcements,
      { id, text, region: regions.at(-1), announcedAt: Date.now() },
    ],
  }));
  setTimeout(() => {
    liveRegions.setState(({ announcements }) => ({
      announcements: announcements.filter((announcement) => announcement.id !== id),
    }));
  }, KEPT_MS);
}

/** Removes all announcements. For tests. */
export function forgetAnnouncements(): void {
  liveRegions.setState({ announcements: [] });
}

/** Live region for announcements: one in the page, and one in every modal dialog. */
export function LiveRegion() {
  const [id] = useState(() => ++lastId);
  const isFirst = useStore(liveRegions, ({ regions }) => regions[0] === id);
  const announcements = useStore(liveRegions, (state) => state.announcements);
  useEffect(() => openRegion(id), [id]);

  const own = announcements.filter(
    ({ region }) => region === id || (region === undefined && isFirst),
  );
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite" aria-atomic={false} aria-relevant="additions">
        {own.map((announcement) => (
          <span key={announcement.id}>{announcement.text} </span>
        ))}
      </span>
    </VisuallyHidden>
  );
}

function openRegion(id: number): () => void {
  liveRegions.setState(({ regions }) => ({ regions: [...regions, id] }));
  return () => {
    liveRegions.setState(({ regions }) => ({ regions: regions.filter((other) => other !== id) }));
    const isUnheard = ({ region, announcedAt }: Announcement) =>
      region === id && Date.now() - announcedAt < UNHEARD_MS;
    for (const { text } of liveRegions.getState().announcements.filter(isUnheard)) announce(text);
  };
}
