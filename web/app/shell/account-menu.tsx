import { languageFor } from '#contract/languages.ts';
import type { TokenUser } from '#contract/session.ts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleUser, Command, Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { renewToken } from '../../api/http.ts';
import { pageConfig } from '../../api/page-config.ts';
import { updateOwnPreferences } from '../../api/users.ts';
import { languageOptions } from '../../i18n/language-options.ts';
import { loadLanguage } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolate } from '../../lib/isolate.ts';
import { sectionsFor } from '../../routes/settings/sections.ts';
import { dialogs } from '../../state/dialogs.ts';
import { showNotSaved } from '../../state/show-failure.ts';
import { type Theme, theme, THEMES } from '../../state/theme.ts';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { logOut } from '../log-out.ts';
import styles from './account.module.css';
import { Avatar } from './avatar.tsx';

const LOOKS = {
  system: { icon: Monitor, label: 'shell.themeSystem' },
  light: { icon: Sun, label: 'shell.themeLight' },
  dark: { icon: Moon, label: 'shell.themeDark' },
} as const satisfies Record<Theme, unknown>;

export interface AccountMenuProps {
  user: TokenUser;
  anchor: DOMRect;
  onClose(): void;
}

/** Menu of the account: profile, settings, appearance in this browser, language, and log-out. */
export function AccountMenu({ user, anchor, onClose }: AccountMenuProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const account = useAccountItems(user, () => setChoosing(true));
  const languages = useLanguageItems(user);
  const shared = { anchor, onClose };
  if (isChoosing) {
    return <Menu key="languages" label={t('shell.language')} items={languages} {...shared} />;
  }
  const header = (
    <span className={styles.header}>
      <Avatar name={user.username} />
      <bdi className={styles.username}>{user.username}</bdi>
    </span>
  );
  return (
    <Menu
      key="account"
      label={`${t('shell.account')} ${isolate(user.username)}`}
      header={header}
      items={account}
      {...shared}
    />
  );
}

function useAccountItems(user: TokenUser, chooseLanguage: () => void): readonly MenuItem[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const chosen = useStore(theme);
  const language = languageOptions(user.locale).find(({ value }) => value === user.locale)?.label;
  return [
    ...sectionsFor(user)
      .slice(0, 1)
      .map(({ address, label }) => ({
        id: address,
        label: t(label),
        icon: CircleUser,
        run: () => void navigate(address),
      })),
    {
      id: 'palette',
      label: t('palette.title'),
      icon: Command,
      shortcut: 'Ctrl+K',
      run: () => void dialogs.getState().open({ kind: 'palette' }),
    },
    {
      id: 'language',
      label: t('shell.language'),
      icon: Languages,
      ...(language !== undefined && { value: language }),
      keepsOpen: true,
      run: chooseLanguage,
    },
    ...THEMES.map((choice, index) => ({
      id: choice,
      label: t(LOOKS[choice].label),
      icon: LOOKS[choice].icon,
      checked: choice === chosen.theme,
      ...(index === 0 && { startsGroup: true, heading: t('shell.theme') }),
      run: () => chosen.choose(choice),
    })),
    ...(offersLogOut()
      ? [
          {
            id: 'log-out',
            label: t('shell.logOut'),
            icon: LogOut,
            startsGroup: true,
            run: () => void logOut(navigate, queries),
          },
        ]
      : []),
  ];
}

function useLanguageItems(user: TokenUser): readonly MenuItem[] {
  const { t } = useTranslation();
  return languageOptions(user.locale).map(({ value, label }) => ({
    id: value,
    label,
    checked: value === user.locale,
    run: () =>
      void saveLanguage(user.id, value).catch((failure: unknown) => showNotSaved(t, failure)),
  }));
}

/** Stores the language of the user and shows the page in it. */
async function saveLanguage(userId: number, locale: string): Promise<void> {
  await updateOwnPreferences(userId, { locale });
  // If the renewal fails, the next call repeats it.
  await renewToken().catch(() => {});
  const language = languageFor(locale);
  if (language !== undefined) await loadLanguage(language);
}

/** Returns false if an external system manages the session. */
function offersLogOut(): boolean {
  const { LoginPage, LogoutPage, NoAuth } = pageConfig();
  return !NoAuth && (LoginPage || LogoutPage !== '/login');
}
