import { useStore } from 'zustand';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { theme } from '../../../../state/theme.ts';

/** Returns the theme of the page. The frame around a file is always dark. */
export function useShownTheme(): 'light' | 'dark' {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const chosen = useStore(theme, (state) => state.theme);
  if (chosen !== 'system') return chosen;
  return isSystemDark ? 'dark' : 'light';
}
