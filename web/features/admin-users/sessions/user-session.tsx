import type { ListedSession } from '#contract/sessions.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { deviceOf } from '../../../lib/devices/device-of.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../form/user-form.module.css';

/** One session of a user: device, address and last use. */
export function UserSession({
  session,
  onEnd,
}: {
  session: ListedSession;
  onEnd(): Promise<void>;
}) {
  const { t } = useTranslation();
  const { date, exactDate } = useFormats();
  const { mutate: end, isPending } = useMutation({ mutationFn: onEnd });
  const device = useDeviceName(session.device);
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
          busy={isPending}
          aria-label={t('users.sessions.endOne', { device })}
          onClick={() => end()}
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
