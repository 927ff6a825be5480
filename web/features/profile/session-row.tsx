import type { ListedSession } from '#contract/sessions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceOf } from '../../lib/devices/device-of.ts';
import { useFormats } from '../../state/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import styles from './profile.module.css';
import { useEndSession } from './use-end-session.ts';

/** A place where the user is signed in: what it is, where it was last used from, since when. */
export function SessionRow({ session }: { session: ListedSession }) {
  const { t } = useTranslation();
  const { date, exactDate } = useFormats();
  const { end, busy } = useEndSession(session.id);
  const device = useDeviceName(session.device);
  return (
    <li className={styles.session}>
      <div className={styles.sessionText}>
        <p className={styles.device}>
          {device}
          {session.current && <span className={styles.here}>{t('profile.sessions.here')}</span>}
        </p>
        <p className={styles.note}>
          {session.address !== '' && (
            <span>{t('profile.sessions.address', { address: session.address })}</span>
          )}
          <span title={exactDate(session.lastUsed)}>
            {t('profile.sessions.lastUsed', { date: date(session.lastUsed) })}
          </span>
          <span title={exactDate(session.firstUsed)}>
            {t('profile.sessions.firstUsed', { date: date(session.firstUsed) })}
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          aria-label={t('profile.sessions.endOne', { device })}
          busy={busy}
          onClick={() => void end()}
        >
          {t('profile.sessions.logOut')}
        </Button>
      )}
    </li>
  );
}

function useDeviceName(userAgent: string): string {
  const { t } = useTranslation();
  const { program, system } = deviceOf(userAgent);
  if (program !== undefined && system !== undefined) {
    return t('profile.sessions.programOn', { program, system });
  }
  return program ?? system ?? t('profile.sessions.unknown');
}
