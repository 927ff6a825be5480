import type { FileAction } from '#contract/permissions.ts';
import type { Explanation } from '#contract/rules.ts';
import type { ListedUser } from '#contract/users.ts';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { Decision } from './decision.tsx';
import styles from './explain.module.css';

/** Explained actions, in display order. */
const ACTIONS = [
  'see',
  'download',
  'create',
  'modify',
  'rename',
  'delete',
  'share',
] as const satisfies readonly FileAction[];

/** Shows each action, whether it is allowed, and the reason if not. */
export function Answer({ user, explanation }: { user: ListedUser; explanation: Explanation }) {
  const { t } = useTranslation();
  const { path, leadsTo, missing, refusals } = explanation;
  const title = t('users.explaining.answer', { name: user.username, path: isolatePath(path) });
  const allowed = ACTIONS.filter((action) => refusals[action] === undefined).length;
  return (
    <section className={styles.answer} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <VisuallyHidden>
        <span role="status">
          {t('users.explaining.summary', { count: allowed, all: ACTIONS.length })}
        </span>
      </VisuallyHidden>
      {leadsTo !== undefined && (
        <p className={styles.note}>
          {t('users.explaining.leadsTo', { path: isolatePath(leadsTo) })}
        </p>
      )}
      {missing && <p className={styles.note}>{t('users.explaining.missing')}</p>}
      <ul className={styles.actions}>
        {ACTIONS.map((action) => (
          <ActionRow key={action} action={action} refusal={refusals[action]} />
        ))}
      </ul>
      <Decision user={user} decidedBy={explanation.decidedBy} />
      <p className={styles.note}>{t('users.explaining.below')}</p>
    </section>
  );
}

function ActionRow({
  action,
  refusal,
}: {
  action: (typeof ACTIONS)[number];
  refusal: Explanation['refusals'][FileAction];
}) {
  const { t } = useTranslation();
  const isAllowed = refusal === undefined;
  const Sign = isAllowed ? CircleCheck : CircleX;
  return (
    <li className={styles.action} data-allowed={isAllowed || undefined}>
      <Sign className={styles.sign} size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.verb}>{t(`users.explaining.actions.${action}`)}</span>
      <span className={styles.verdict}>
        {isAllowed ? t('users.explaining.allowed') : t('users.explaining.denied')}
      </span>
      {!isAllowed && (
        <span className={styles.reason}>{t(`users.explaining.reasons.${refusal}`)}</span>
      )}
    </li>
  );
}
