import { keepPreviousData, useQueryClient, useQuery } from '@tanstack/react-query';
import {
  CircleHelp,
  FilePlus,
  FolderPlus,
  House,
  LogOut,
  type LucideIcon,
  Settings,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { usageQuery } from '../../api/files.ts';
import { pageConfig } from '../../api/page-config.ts';
import { formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { sectionsFor } from '../../routes/settings/sections.ts';
import { dialogs } from '../../state/dialogs.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { useUser } from '../../state/use-session.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { logOut } from '../log-out.ts';
import { HOME_ADDRESS } from '../redirect-target.ts';
import styles from './sidebar.module.css';
import { ThemeButton } from './theme-button.tsx';

/** `path` is the displayed path in files, if any. `onLeave` is called before navigation. */
export function Sidebar({ path, onLeave }: { path: string | undefined; onLeave?(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const user = useUser();
  const narrow = useMediaQuery(NARROW);
  const { DisableUsedPercentage, Version } = usePageConfig();
  const folder = path === undefined ? undefined : folderOf(path);
  const mayCreate = user?.perm.create === true;

  const open = (dialog: Parameters<ReturnType<typeof dialogs.getState>['open']>[0]) => {
    onLeave?.();
    dialogs.getState().open(dialog);
  };
  return (
    <div className={styles.sidebar}>
      <nav aria-label={t('shell.navigation')}>
        <ul className={styles.list}>
          <li>
            <NavLink className={() => styles.item} to={HOME_ADDRESS} data-folder="">
              <ItemContent icon={House}>{t('shell.myFiles')}</ItemContent>
            </NavLink>
          </li>
          {folder !== undefined && mayCreate && (
            <Item icon={FolderPlus} onClick={() => open({ kind: 'new-folder', folder })}>
              {t('shell.newFolder')}
            </Item>
          )}
          {folder !== undefined && mayCreate && (
            <Item icon={FilePlus} onClick={() => open({ kind: 'new-file', folder })}>
              {t('shell.newFile')}
            </Item>
          )}
          <li>
            <NavLink className={() => styles.item} to="/trash">
              <ItemContent icon={Trash2}>{t('shell.trash')}</ItemContent>
            </NavLink>
          </li>
          {sectionsFor(user).length > 0 && (
            <li>
              <NavLink className={() => styles.item} to="/settings">
                <ItemContent icon={Settings}>{t('shell.settings')}</ItemContent>
              </NavLink>
            </li>
          )}
          {offersLogOut() && (
            <Item icon={LogOut} onClick={() => void logOut(navigate, queries)}>
              {t('shell.logOut')}
            </Item>
          )}
        </ul>
      </nav>
      <div className={styles.foot}>
        {folder !== undefined && !DisableUsedPercentage && <UsageBar folder={folder} />}
        <div className={styles.small}>
          <span className={styles.version}>{t('shell.version', { version: Version })}</span>
          {narrow && <ThemeButton />}
          <button type="button" className={styles.help} onClick={() => open({ kind: 'help' })}>
            <CircleHelp size={16} strokeWidth={1.75} aria-hidden />
            {t('shell.help')}
          </button>
        </div>
      </div>
    </div>
  );
}

function Item({
  icon,
  onClick,
  children,
}: {
  icon: LucideIcon;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <li>
      <button type="button" className={styles.item} onClick={onClick}>
        <ItemContent icon={icon}>{children}</ItemContent>
      </button>
    </li>
  );
}

function ItemContent({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      {children}
    </>
  );
}

/** Returns false if an external system manages the session. */
function offersLogOut(): boolean {
  const { LoginPage, LogoutPage, NoAuth } = pageConfig();
  return !NoAuth && (LoginPage || LogoutPage !== '/login');
}

/** Returns the displayed folder, or the parent of the displayed file. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

const FRESH_MS = 30_000;

/** Usage of the disk that holds the folder; nothing if it is unknown. */
function UsageBar({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: usage } = useQuery({
    ...usageQuery(folder),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
  if (!usage || usage.total === 0) return null;

  const percent = (100 * usage.used) / usage.total;
  return (
    <div className={styles.usage} data-part="usage">
      <ProgressBar label={t('shell.usage')} percent={percent} tone={toneOf(percent)} />
      <span>
        {t('shell.used', {
          used: formatSize(usage.used, locale),
          total: formatSize(usage.total, locale),
        })}
      </span>
    </div>
  );
}

function toneOf(percent: number): 'accent' | 'warning' | 'danger' {
  if (percent >= 95) return 'danger';
  return percent >= 85 ? 'warning' : 'accent';
}
