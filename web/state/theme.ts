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

/** Applies what was chosen in this browser, else what the operator set, and follows changes. */
export function startTheme(configured: '' | 'light' | 'dark'): void {
  theme.subscribe(({ theme: chosen }) => {
    document.documentElement.dataset['theme'] = chosen;
  });
  followConfiguredTheme(configured);
}

/** The operator has set another theme; what was chosen in this browser stays. */
export function followConfiguredTheme(configured: '' | 'light' | 'dark'): void {
  const remembered = THEMES.find((known) => known === localStorage.getItem(STORAGE_KEY));
  theme.setState({ theme: remembered ?? (configured || 'system') });
}
