import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../lib/browser-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'theme';

export interface ThemeChoice {
  readonly theme: Theme;
  choose(theme: Theme): void;
}

export const theme = createStore<ThemeChoice>((set) => ({
  theme: 'system',
  choose: (chosen) => {
    set({ theme: chosen });
    writeStored(STORAGE_KEY, chosen);
  },
}));

/** Applies the theme chosen in this browser, otherwise the configured one, and from then on every theme chosen in this tab. */
export function startTheme(configured: '' | 'light' | 'dark'): void {
  theme.subscribe(({ theme: chosen }) => {
    document.documentElement.dataset['theme'] = chosen;
  });
  followConfiguredTheme(configured);
}

/** Applies another configured theme, unless one was chosen in this browser. */
export function followConfiguredTheme(configured: '' | 'light' | 'dark'): void {
  const stored = readStored(STORAGE_KEY);
  const remembered = THEMES.find((known) => known === stored);
  theme.setState({ theme: remembered ?? (configured || 'system') });
}
