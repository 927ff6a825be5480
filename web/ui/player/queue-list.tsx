import { Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EntryName } from '../entry-name.tsx';
import type { PlayerQueue } from './player-source.ts';
import { startWhenOpened } from './player-memory.ts';
import styles from './queue-list.module.css';

/** Number of files before and after the current one that are listed. */
const BESIDE = 100;

/** Files that play one after another, with the current one in view. */
export function QueueList({
  queue,
  current,
  isPlaying,
}: {
  queue: PlayerQueue;
  current: string;
  isPlaying: boolean;
}) {
  const { t, locale } = useTranslation();
  const marked = useRef<HTMLButtonElement>(null);
  const at = queue.files.findIndex(({ path }) => path === current);
  const first = Math.max(0, at - BESIDE);
  useEffect(() => {
    const list = marked.current?.closest('ol');
    // Only the list scrolls, not what is around it.
    if (list && marked.current) {
      list.scrollTop = marked.current.offsetTop - list.offsetTop - list.clientHeight / 3;
    }
  }, [at]);
  return (
    <section className={styles.queue} aria-label={t('player.queue')}>
      <h3 className={styles.heading}>
        {t('player.queue')}
        <bdi className={styles.count}>{formatNumber(queue.files.length, locale)}</bdi>
      </h3>
      <ol className={styles.list} start={first + 1}>
        {queue.files.slice(first, at + BESIDE + 1).map(({ path, name }, index) => (
          <li key={path}>
            <button
              ref={path === current ? marked : undefined}
              type="button"
              className={styles.file}
              aria-current={path === current || undefined}
              onClick={() => {
                if (path === current) return;
                startWhenOpened(path);
                queue.open(path);
              }}
            >
              <span className={styles.number} aria-hidden>
                {path === current && isPlaying ? (
                  <Volume2 size={16} strokeWidth={1.75} />
                ) : (
                  formatNumber(first + index + 1, locale)
                )}
              </span>
              <EntryName name={name} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
