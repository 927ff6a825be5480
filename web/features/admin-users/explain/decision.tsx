import type { DecidingRule } from '#contract/rules.ts';
import type { ListedUser, Rule } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { settingsQuery } from '../../../api/administration/settings.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { textOfRule } from '../../../ui/rules/rule-list.ts';
import { hashOfRule } from '../../../ui/rules/use-linked-rule.ts';
import styles from './explain.module.css';

/** Deciding rule, with a link to it. */
export function Decision({
  user,
  decidedBy,
}: {
  user: ListedUser;
  decidedBy: DecidingRule | undefined;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.decision}>
      <h3 className={styles.subtitle}>{t('users.explaining.saysSo')}</h3>
      {decidedBy ? (
        <Deciding user={user} rule={decidedBy} />
      ) : (
        <p>{t('users.explaining.noRule')}</p>
      )}
    </div>
  );
}

function Deciding({ user, rule }: { user: ListedUser; rule: DecidingRule }) {
  const { t } = useTranslation();
  const global = useQuery(settingsQuery).data?.rules;
  const own = rule.list === 'user';
  const stored: Rule | undefined = (own ? user.rules : global)?.[rule.index];
  const page = own ? `/settings/users/${user.id}` : '/settings/global';
  const number = rule.index + 1;
  return (
    <>
      <p>
        {t(SENTENCE[rule.list][rule.allow ? 'allow' : 'deny'], { number })}{' '}
        {stored && (
          <code className={styles.rule}>
            <bdi>{textOfRule(stored)}</bdi>
          </code>
        )}
      </p>
      <Link className={styles.link} to={`${page}${hashOfRule(rule.index)}`}>
        {t('users.explaining.showRule')}
      </Link>
    </>
  );
}

const SENTENCE = {
  user: { allow: 'users.explaining.ruleAllows', deny: 'users.explaining.ruleDenies' },
  global: { allow: 'users.explaining.globalAllows', deny: 'users.explaining.globalDenies' },
} as const;
