import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CARDS } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { SlotContainer } from '../../ui/slots.tsx';
import styles from './breadcrumbs.module.css';
import { CrumbMenu } from './crumb-menu.tsx';
import { crumbsOf } from './crumbs.ts';

/**
 * Path of the displayed folder or file, and beside it the actions of the folder and its views. The bar of the selection
 * replaces the actions, and in a small window the path. A narrow window has both in its header instead.
 */
export function PathBar({ path }: { path: string }) {
  return (
    <div className={styles.bar} data-part="path-bar">
      <div className={styles.front}>
        <Breadcrumbs path={path} />
        <SlotContainer name="folder-actions" className={styles.actions} />
        <SlotContainer name="selection-bar" className={styles.selection} />
      </div>
      <SlotContainer name="view-control" className={styles.views} />
    </div>
  );
}

/** Breadcrumbs of `path`. The start of a long path is collapsed to `…`. */
function Breadcrumbs({ path }: { path: string }) {
  const { t } = useTranslation();
  const isCrowded = useMediaQuery(CARDS);
  const { hidden, shown } = crumbsOf(path, isCrowded ? 'little' : 'plenty');
  return (
    <nav className={styles.breadcrumbs} aria-label={t('shell.breadcrumbs')} data-part="breadcrumbs">
      <ol className={styles.list}>
        <li className={styles.crumb}>
          <Link
            className={styles.link}
            to="/files/"
            data-folder=""
            aria-label={t('shell.myFiles')}
            aria-current={shown.length === 0 ? 'page' : undefined}
          >
            <span className={styles.name}>{t('shell.myFiles')}</span>
          </Link>
        </li>
        {hidden.length > 0 && (
          <li className={styles.crumb}>
            <Separator />
            <CrumbMenu crumbs={hidden} label={t('shell.hiddenFolders')} className={styles.link}>
              …
            </CrumbMenu>
          </li>
        )}
        {shown.map((crumb, index) => (
          <li key={crumb.address} className={styles.crumb}>
            <Separator />
            <Link
              className={styles.link}
              to={crumb.address}
              data-folder={crumb.path}
              aria-current={index === shown.length - 1 ? 'page' : undefined}
            >
              <bdi className={styles.name}>{crumb.name}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Separator() {
  return <ChevronRight className={styles.separator} size={16} strokeWidth={1.75} aria-hidden />;
}
