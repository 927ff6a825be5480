import type { AuditEntry } from '#contract/audit.ts';
import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import { ArrowRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { spelled } from '../../lib/name-parts.ts';
import { NameText } from '../../ui/entry-name.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ABOUT_USERS } from '../../i18n/entry-sentence.ts';
import { fieldText } from './field-text.ts';
import styles from './audit.module.css';

/** Shows the path, paths or user of an entry, the changed fields, and the number of further operations. */
export function EntryAbout({
  entry: { act, about, destination, fields = [], more = 0 },
}: {
  entry: AuditEntry;
}) {
  const { t } = useTranslation();
  return (
    <>
      {about !== '' && (ABOUT_USERS.has(act) ? <Somebody name={about} /> : <Place path={about} />)}
      {destination !== undefined && (
        <span className={styles.destination}>
          <ArrowRight className={styles.arrow} size={16} strokeWidth={1.75} aria-hidden />
          <VisuallyHidden>{t('transfers.destination')}: </VisuallyHidden>
          <Place path={destination} />
        </span>
      )}
      {fields.length > 0 && (
        <span className={styles.fields}>
          {fields.map((field) => fieldText(t, act, field)).join(' · ')}
        </span>
      )}
      {more > 0 && <span className={styles.fields}>{t('prompts.andMore', { count: more })}</span>}
    </>
  );
}

function Somebody({ name }: { name: string }) {
  return (
    <bdi className={styles.name}>
      <NameText text={name} />
    </bdi>
  );
}

/** Shows the whole path with an emphasized last name. */
function Place({ path }: { path: string }) {
  const plain = parseTreePath(path) ?? ROOT;
  const folder = plain === ROOT ? '' : plain.slice(0, plain.lastIndexOf('/') + 1);
  return (
    <bdi className={styles.place} dir="ltr">
      {isolatePath(spelled(folder))}
      <bdi className={styles.name}>
        <NameText text={plain === ROOT ? ROOT : nameOf(plain)} />
      </bdi>
    </bdi>
  );
}
