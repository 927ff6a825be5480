import { Monitor, Moon, Sun } from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type Theme, theme, THEMES } from '../../state/theme.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/lazy-menu.tsx';

const LOOKS = {
  system: { icon: Monitor, label: 'shell.themeSystem' },
  light: { icon: Sun, label: 'shell.themeLight' },
  dark: { icon: Moon, label: 'shell.themeDark' },
} as const satisfies Record<Theme, unknown>;

/** Selects the light, dark or system theme, which is stored in this browser. */
export function ThemeButton() {
  const { t } = useTranslation();
  const chosen = useStore(theme);
  const place = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();

  const items = THEMES.map((choice) => ({
    id: choice,
    label: t(LOOKS[choice].label),
    icon: LOOKS[choice].icon,
    checked: choice === chosen.theme,
    run: () => chosen.choose(choice),
  }));
  return (
    <span ref={place}>
      <IconButton
        label={t('shell.theme')}
        icon={LOOKS[chosen.theme].icon}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(anchor ? undefined : place.current?.getBoundingClientRect())}
      />
      {anchor && (
        <Menu
          label={t('shell.theme')}
          items={items}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </span>
  );
}
