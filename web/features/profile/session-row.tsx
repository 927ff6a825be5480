import type { ListedSession } from '#contract/sessions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/http.ts';
import { endSession, ownSessionsQuery } from '../../api/profile/sessions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceOf } from '../../lib/devices/device-of.ts';
import { kindOfDevice } from '../../lib/devices/kind-of-device.ts';
import { toasts } from '../../state/toasts.ts';
import { useFormats } from '../../state/use-formats.ts';
import { showFailureToRepeat } from '../../state/show-failure.ts';
import { Button } from '../../ui/button.tsx';
import { isActiveNow } from '../../ui/sessions/is-active-now.ts';
import { SessionItem } from '../../ui/sessions/session-item.tsx';

/** One session of the user: device, address and last use. */
export function SessionRow({ session }: { session: ListedSession }) {
  const { t } = useTranslation();
  const { date, exactDate } = useFormats();
  const queries = useQueryClient();
  const { mutate: end, isPending } = useMutation({
    mutationFn: () => endSession(session.id).catch(unlessGone),
    onSuccess: async () => {
      await queries.invalidateQueries(ownSessionsQuery);
      toasts.getState().show('success', t('profile.sessions.ended'));
    },
    onError: (failure) =>
      showFailureToRepeat(t, failure, t('profile.sessions.notEnded'), () => end()),
  });
  const device = useDeviceName(session.device);
  return (
    <SessionItem
      kind={kindOfDevice(deviceOf(session.device))}
      device={device}
      mark={session.current ? t('profile.sessions.here') : undefined}
      facts={[
        ...(session.address === '' ? [] : [{ text: session.address }]),
        {
          text: isActiveNow(session)
            ? t('profile.sessions.activeNow')
            : t('profile.sessions.lastUsed', { date: date(session.lastUsed) }),
          title: exactDate(session.lastUsed),
        },
        {
          text: t('profile.sessions.firstUsed', { date: date(session.firstUsed) }),
          title: exactDate(session.firstUsed),
          isMinor: true,
        },
      ]}
    >
      {!session.current && (
        <Button
          aria-label={t('profile.sessions.endOne', { device })}
          busy={isPending}
          onClick={() => end()}
        >
          {t('profile.sessions.logOut')}
        </Button>
      )}
    </SessionItem>
  );
}

/** Ignores that a session has already ended. */
function unlessGone(failure: unknown): void {
  if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
}

function useDeviceName(userAgent: string): string {
  const { t } = useTranslation();
  const { program, system } = deviceOf(userAgent);
  if (program !== undefined && system !== undefined) {
    return t('profile.sessions.programOn', { program, system });
  }
  return program ?? system ?? t('profile.sessions.unknown');
}
