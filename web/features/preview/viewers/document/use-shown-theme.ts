import { useStore } from 'zustand';
import { useMediaQuery } from '../../../../lib/use-media-query.ts';
import { theme } from '../../../../state/theme.ts';

/** What the user or the system has chosen for the page; the frame around a file is dark always. */
export function useShownTheme(): 'light' | 'dark' {
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const chosen = useStore(theme, (state) => state.theme);
  if (chosen !== 'system') return chosen;
  return isSystemDark ? 'dark' : 'light';
}
