import type { ListedUser } from '#contract/users.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { explanationQuery } from '../../../api/administration/users.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { FormColumn } from '../../../ui/form/form-column.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { LoadedUser } from '../parts/loaded-user.tsx';
import { UserHead } from '../parts/user-head.tsx';
import { Answer } from './answer.tsx';
import styles from './explain.module.css';

/** Page at `/settings/users/{id}/explain?path=…` that explains the permissions of a user at a path. */
export function ExplainPage({ id }: { id: number }) {
  return (
    <LoadedUser id={id}>
      {({ user }) => (
        <FormColumn>
          <UserHead title={user.username} userId={user.id} />
          <Explainer key={user.id} user={user} />
        </FormColumn>
      )}
    </LoadedUser>
  );
}

function Explainer({ user }: { user: ListedUser }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('path');
  const [path, setPath] = useState(asked ?? '/');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const wanted = path.startsWith('/') ? path : `/${path}`;
    setPath(wanted);
    setQuery({ path: wanted }, { replace: true });
  };
  return (
    <div className={styles.page}>
      <form className={styles.question} onSubmit={ask}>
        <p className={styles.note}>{t('users.explaining.intro')}</p>
        <div className={styles.line}>
          <TextField
            label={t('users.explaining.path')}
            dir="ltr"
            hint={t('users.explaining.hint')}
            value={path}
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onChange={({ target }) => setPath(target.value)}
          />
          <Button type="submit" variant="primary">
            {t('users.explaining.ask')}
          </Button>
        </div>
      </form>
      {asked !== null && <Asked user={user} path={asked} />}
    </div>
  );
}

function Asked({ user, path }: { user: ListedUser; path: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...explanationQuery(user.id, path),
    // Rules and files may have changed since the last request.
    staleTime: 0,
  });
  if (error) {
    return (
      <div className={styles.failure} role="alert">
        <p>{t('users.explaining.failed', { reason: failureText(t, error) })}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (!data) return <p role="status" aria-label={t('common.loading')} />;
  return <Answer user={user} explanation={data} />;
}
