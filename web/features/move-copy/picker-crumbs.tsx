import { ChevronRight, House } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PHONE } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import styles from './folder-picker.module.css';

const MOST_SHOWN = 3;
/** Small screens have room for two legible names. */
const MOST_SHOWN_IN_HAND = 2;

/** Breadcrumbs of the open folder. */
export function PickerCrumbs({ path, onGo }: { path: string; onGo(path: string): void }) {
  const { t } = useTranslation();
  const inHand = useMediaQuery(PHONE);
  const most = inHand ? MOST_SHOWN_IN_HAND : MOST_SHOWN;
  const names = path.split('/').slice(1);
  const ways = names.map((name, index) => ({
    name,
    path: `/${names.slice(0, index + 1).join('/')}`,
  }));
  const hidden = ways.slice(0, -most);
  const shown = ways.slice(-most);
  const nearest = hidden.at(-1);
  return (
    <nav aria-label={t('shell.breadcrumbs')} className={styles.crumbs}>
      <ol className={styles.crumbList}>
        <li className={styles.crumb}>
          <button
            type="button"
            className={styles.crumbButton}
            aria-label={t('shell.myFiles')}
            aria-current={path === '' ? 'true' : undefined}
            onClick={() => onGo('')}
          >
            <House size={18} strokeWidth={1.75} aria-hidden />
          </button>
        </li>
        {nearest && (
          <li className={styles.crumb}>
            <Separator />
            <button
              type="button"
              className={styles.crumbButton}
              aria-label={nearest.name}
              onClick={() => onGo(nearest.path)}
            >
              …
            </button>
          </li>
        )}
        {shown.map((way) => (
          <li key={way.path} className={styles.crumb}>
            <Separator />
            <button
              type="button"
              className={styles.crumbButton}
              aria-current={way.path === path ? 'true' : undefined}
              onClick={() => onGo(way.path)}
            >
              <bdi className={styles.crumbName}>{way.name}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Separator() {
  return <ChevronRight className={styles.separator} size={16} strokeWidth={1.75} aria-hidden />;
}
