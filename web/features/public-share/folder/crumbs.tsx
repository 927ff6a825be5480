import { sharePageUrl } from '#contract/shares.ts';
import { ChevronRight } from 'lucide-react';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NameText } from '../../../ui/entry-name.tsx';
import { isPlainClick } from '../plain-click.ts';
import styles from './crumbs.module.css';

/** Breadcrumbs from the shared folder to the current one; none for the shared folder itself. */
export function Crumbs({
  hash,
  path,
  onNavigate,
}: {
  hash: string;
  path: string;
  onNavigate(path: string): void;
}) {
  const { t } = useTranslation();
  const names = path.split('/').filter((name) => name !== '');
  if (names.length === 0) return null;
  const last = names.length - 1;
  return (
    <nav className={styles.crumbs} aria-label={t('folder.way')}>
      <ol>
        <li>
          <Crumb hash={hash} path="/" name={t('folder.top')} onNavigate={onNavigate} />
        </li>
        {names.map((name, index) => {
          const path = `/${names.slice(0, index + 1).join('/')}`;
          return (
            <li key={path}>
              <ChevronRight className={styles.arrow} size={16} aria-hidden />
              {index === last ? (
                <span className={styles.here} aria-current="page" dir="auto">
                  <NameText text={name} />
                </span>
              ) : (
                <Crumb hash={hash} path={path} name={name} onNavigate={onNavigate} />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Crumb({
  hash,
  path,
  name,
  onNavigate,
}: {
  hash: string;
  path: string;
  name: string;
  onNavigate(path: string): void;
}) {
  return (
    <a
      className={styles.crumb}
      href={callAddress(sharePageUrl(hash, path))}
      dir="auto"
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onNavigate(path);
      }}
    >
      <NameText text={name} />
    </a>
  );
}
