import type { ListedSession } from '#contract/sessions.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { deviceOf } from '../../../lib/devices/device-of.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../form/user-form.module.css';

/** A place where somebody is signed in: what it is, from where and when it was last used. */
export function UserSession({
  session,
  onEnd,
}: {
  session: ListedSession;
  onEnd(): Promise<void>;
}) {
  const { t } = useTranslation();
  const { date, exactDate } = useFormats();
  const [busy, setBusy] = useState(false);
  const device = useDeviceName(session.device);
  const end = async () => {
    setBusy(true);
    await onEnd();
    setBusy(false);
  };
  return (
    <li className={styles.session}>
      <div className={styles.sessionText}>
        <p className={styles.device}>
          <bdi>{device}</bdi>
        </p>
        <p className={styles.note} title={exactDate(session.lastUsed)}>
          {session.address !== '' &&
            `${t('users.sessions.address', { address: session.address })} · `}
          {t('users.sessions.lastUsed', { date: date(session.lastUsed) })}
          {session.current && ` · ${t('users.sessions.here')}`}
        </p>
      </div>
      {!session.current && (
        <Button
          busy={busy}
          aria-label={t('users.sessions.endOne', { device })}
          onClick={() => void end()}
        >
          {t('users.sessions.logOut')}
        </Button>
      )}
    </li>
  );
}

function useDeviceName(userAgent: string): string {
  const { t } = useTranslation();
  const { program, system } = deviceOf(userAgent);
  if (program !== undefined && system !== undefined) {
    return t('users.sessions.programOn', { program, system });
  }
  return program ?? system ?? t('users.sessions.unknown');
}
