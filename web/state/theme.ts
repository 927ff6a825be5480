import { createStore } from 'zustand/vanilla';

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
    localStorage.setItem(STORAGE_KEY, chosen);
    set({ theme: chosen });
  },
}));

/** Applies the theme chosen in this browser, otherwise the configured one, and follows changes. */
export function startTheme(configured: '' | 'light' | 'dark'): void {
  theme.subscribe(({ theme: chosen }) => {
    document.documentElement.dataset['theme'] = chosen;
  });
  followConfiguredTheme(configured);
}

/** Applies another configured theme, unless one was chosen in this browser. */
export function followConfiguredTheme(configured: '' | 'light' | 'dark'): void {
  const remembered = THEMES.find((known) => known === localStorage.getItem(STORAGE_KEY));
  theme.setState({ theme: remembered ?? (configured || 'system') });
}
