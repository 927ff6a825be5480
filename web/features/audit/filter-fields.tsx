import { AUDITED_OPERATIONS, type AuditedOperation } from '#contract/audit.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { suggestedUsersQuery } from '../../api/administration/users.ts';
import { collatorFor } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { SelectField, type SelectOption } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit.module.css';

/** Delay between typing and loading suggestions, in milliseconds. */
const PAUSE_MS = 300;

/** Fields of the filters for user, operation, time and outcome. */
export function FilterFields({
  filter: { user, what, since, until, failedOnly },
  onChange,
}: {
  filter: AuditFilter;
  onChange(changes: Partial<AuditFilter>): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <TextField
        label={t('users.username')}
        list={`${id}-users`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={user}
        onChange={({ target }) => onChange({ user: target.value })}
      />
      <KnownUsers id={`${id}-users`} typed={user} />
      <SelectField
        label={t('audit.what')}
        value={what}
        options={useActOptions()}
        onChange={(chosen) => onChange({ what: chosen })}
      />
      <DateField
        label={t('audit.since')}
        max={until || undefined}
        value={since}
        onChange={({ target }) => onChange({ since: target.value })}
      />
      <DateField
        label={t('audit.until')}
        min={since || undefined}
        value={until}
        onChange={({ target }) => onChange({ until: target.value })}
      />
      <div className={styles.failedOnly}>
        <CheckboxField
          label={t('audit.failedOnly')}
          checked={failedOnly}
          onChange={(checked) => onChange({ failedOnly: checked })}
        />
      </div>
    </>
  );
}

/** Suggests names while typing. Names of deleted and unknown users can be entered, too. */
function KnownUsers({ id, typed }: { id: string; typed: string }) {
  const search = useSettled(typed.trim(), PAUSE_MS);
  const { data } = useQuery({
    ...suggestedUsersQuery(search),
    placeholderData: keepPreviousData,
  });
  return (
    <datalist id={id}>
      {data?.items.map(({ username }) => (
        <option key={username} value={username} />
      ))}
    </datalist>
  );
}

function useActOptions(): SelectOption<AuditedOperation | ''>[] {
  const { t, locale } = useTranslation();
  const { compare } = collatorFor(locale);
  const acts = AUDITED_OPERATIONS.map((act) => ({ value: act, label: t(`audit.acts.${act}`) }));
  return [
    { value: '', label: t('audit.allActs') },
    ...acts.toSorted((one, other) => compare(one.label, other.label)),
  ];
}
