import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CrumbMenu } from './crumb-menu.tsx';
import { crumbsOf } from './crumbs.ts';
import styles from './path-title.module.css';

/**
 * Path of the displayed folder or file in the header of a narrow window: a link to the folder above, and the name, which opens a menu
 * of all folders above where there are several.
 */
export function PathTitle({ path }: { path: string }) {
  const { t } = useTranslation();
  const { hidden, shown } = crumbsOf(path);
  const home = { name: t('shell.myFiles'), address: '/files/', path: '' };
  const above = [home, ...hidden, ...shown];
  const current = above.pop() ?? home;
  const parent = above.at(-1);
  const name = (
    <bdi className={styles.name} aria-current="page">
      {current.name}
    </bdi>
  );
  return (
    <nav className={styles.path} aria-label={t('shell.breadcrumbs')} data-part="breadcrumbs">
      {parent && (
        <Link
          className={styles.back}
          to={parent.address}
          aria-label={parent.name}
          title={parent.name}
          data-folder={parent.path}
        >
          <ChevronRight size={22} strokeWidth={1.75} aria-hidden />
        </Link>
      )}
      {above.length > 1 ? (
        <CrumbMenu
          crumbs={above}
          label={`${current.name}, ${t('shell.hiddenFolders')}`}
          className={styles.title}
        >
          {name}
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
        </CrumbMenu>
      ) : (
        <span className={styles.title}>{name}</span>
      )}
    </nav>
  );
}
