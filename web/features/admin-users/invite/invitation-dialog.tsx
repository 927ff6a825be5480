import type { Invitation } from '#contract/invitations.ts';
import { useMutation } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { createInvitation, linkOfInvitation } from '../../../api/invitations.ts';
import { callAddress } from '../../../api/http.ts';
import { productName } from '../../../api/page-config.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps, DialogSpecOf } from '../../../state/dialog-spec.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCopying } from '../../../ui/use-copying.ts';
import { OwnPasswordField } from '../form/own-password-field.tsx';
import form from '../form/user-form.module.css';
import { useOwnPassword } from '../form/use-own-password.ts';
import styles from './invitation-dialog.module.css';

/** Creates an invitation for a user, unless it was created with the user, and shows what to pass on. */
export function InvitationDialog({ dialog, onClose }: DialogProps<'invitation'>) {
  const [created, setCreated] = useState(dialog.invitation);
  const { user } = dialog;
  if (created === undefined)
    return <Creation user={user} onCreated={setCreated} onClose={onClose} />;
  return <Created username={user.username} invitation={created} onClose={onClose} />;
}

/** Asks before the previous invitation ends, and for the administrator's own password where the server requires it. */
function Creation({
  user,
  onCreated,
  onClose,
}: {
  user: DialogSpecOf<'invitation'>['user'];
  onCreated(invitation: Invitation): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const own = useOwnPassword();
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => createInvitation(user.id, own.password),
    onMutate: () => setProblem(undefined),
    onSuccess: onCreated,
    onError: (failure) => {
      if (!own.isAskedBy(failure)) setProblem(failureText(t, failure));
    },
    // Drops the password from memory.
    gcTime: 0,
  });
  return (
    <Dialog
      title={t('users.invited', { name: user.username })}
      onClose={onClose}
      onSubmit={() => !isPending && mutate()}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {t('users.inviteCreate')}
          </Button>
        </>
      }
    >
      <div className={form.dialogFields}>
        <p>{t('users.inviteGroupText', { name: user.username })}</p>
        <OwnPasswordField password={own.password} error={own.error} autoFocus onChange={own.type} />
        {problem !== undefined && (
          <p className={styles.failure} role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Created({
  username,
  invitation,
  onClose,
}: {
  username: string;
  invitation: Invitation;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { copy, isCopied, failed } = useCopying(() => {});
  const link = linkOfInvitation(invitation);
  const address = location.origin + callAddress('/');
  const text = [
    `${productName()}: ${address}`,
    `${t('users.username')}: ${username}`,
    `${t('invitation.title')}: ${link}`,
  ].join('\n');
  const date = formats.exactDate(invitation.expires);
  return (
    <Dialog
      title={t('users.invited', { name: username })}
      size="wide"
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button variant="primary" data-focus-first="" onClick={() => copy(text)}>
            {isCopied(text) ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            {isCopied(text) ? t('common.copying.copied') : t('users.copyInvitation')}
          </Button>
        </>
      }
    >
      <p>{t('users.invitedText', { name: username, date })}</p>
      <dl className={styles.facts}>
        <dt>{t('users.inviteAddress')}</dt>
        <dd>
          <bdi dir="ltr">{address}</bdi>
        </dd>
        <dt>{t('users.username')}</dt>
        <dd>
          <bdi>{username}</bdi>
        </dd>
        <dt>{t('invitation.title')}</dt>
        <dd>
          <bdi dir="ltr" className={styles.link}>
            {link}
          </bdi>
          <CopyButton label={t('shares.copyLink')} text={link} />
        </dd>
      </dl>
      <p role="status" className={styles.failure}>
        {failed && t(`common.copying.${failed.end}`)}
      </p>
    </Dialog>
  );
}
