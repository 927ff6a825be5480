import { ChevronRight, House } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CARDS, PHONE } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Menu } from '../../ui/lazy-menu.tsx';
import { SlotPlace } from '../../ui/slots.tsx';
import styles from './breadcrumbs.module.css';
import { type Crumb, crumbsOf } from './crumbs.ts';

/**
 * Path of the displayed folder or file, and beside it the actions of the folder and its views. The bar of the selection
 * replaces the actions, and in a small window the path.
 */
export function PathBar({ path }: { path: string }) {
  return (
    <div className={styles.bar} data-part="path-bar">
      <div className={styles.front}>
        <Breadcrumbs path={path} />
        <SlotPlace name="folder-actions" className={styles.actions} />
        <SlotPlace name="selection-bar" className={styles.selection} />
      </div>
      <SlotPlace name="view-control" className={styles.views} />
    </div>
  );
}

/** Breadcrumbs of `path`. The start of a long path is collapsed to `…`. */
function Breadcrumbs({ path }: { path: string }) {
  const { t } = useTranslation();
  const inHand = useMediaQuery(PHONE);
  const isCrowded = useMediaQuery(CARDS);
  const room = isCrowded ? 'little' : 'plenty';
  const { hidden, shown } = crumbsOf(path, inHand ? 'hand' : room);
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
            {inHand && shown.length > 0 ? (
              <House size={18} strokeWidth={1.75} aria-hidden />
            ) : (
              <span className={styles.name}>{t('shell.myFiles')}</span>
            )}
          </Link>
        </li>
        {hidden.length > 0 && (
          <li className={styles.crumb}>
            <Separator />
            <HiddenCrumbs crumbs={hidden} />
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

function HiddenCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const items = crumbs.map(({ address, name }) => ({
    id: address,
    label: name,
    run: () => void navigate(address),
  }));
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.link}
        aria-label={t('shell.hiddenFolders')}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      >
        …
      </button>
      {anchor && (
        <Menu
          label={t('shell.hiddenFolders')}
          items={items}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

function Separator() {
  return <ChevronRight className={styles.separator} size={16} strokeWidth={1.75} aria-hidden />;
}
