import type { ListedSession } from '#contract/sessions.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { deviceOf } from '../../../lib/devices/device-of.ts';
import { kindOfDevice } from '../../../lib/devices/kind-of-device.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { isActiveNow } from '../../../ui/sessions/is-active-now.ts';
import { SessionItem } from '../../../ui/sessions/session-item.tsx';

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
    <SessionItem
      kind={kindOfDevice(deviceOf(session.device))}
      device={device}
      mark={session.current ? t('users.sessions.here') : undefined}
      facts={[
        ...(session.address === '' ? [] : [{ text: session.address }]),
        {
          text: isActiveNow(session)
            ? t('profile.sessions.activeNow')
            : t('users.sessions.lastUsed', { date: date(session.lastUsed) }),
          title: exactDate(session.lastUsed),
        },
      ]}
    >
      {!session.current && (
        <Button
          busy={isPending}
          aria-label={t('users.sessions.endOne', { device })}
          onClick={() => end()}
        >
          {t('users.sessions.logOut')}
        </Button>
      )}
    </SessionItem>
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
