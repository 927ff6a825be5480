import { Moon, Sun } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { theme } from '../../state/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Changes between light and dark, whichever the page is not; the choice is remembered in this browser. */
export function ThemeButton() {
  const { t } = useTranslation();
  const chosen = useStore(theme);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = chosen.theme === 'system' ? systemIsDark : chosen.theme === 'dark';
  return (
    <IconButton
      label={isDark ? t('public.light') : t('public.dark')}
      icon={isDark ? Sun : Moon}
      onClick={() => chosen.choose(isDark ? 'light' : 'dark')}
    />
  );
}
