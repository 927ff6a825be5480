import type { AuditEntry } from '#contract/audit.ts';
import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import { ArrowRight, Folder } from 'lucide-react';
import { ABOUT_USERS } from '../../i18n/entry-sentence.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { spelled } from '../../lib/name-parts.ts';
import { NameText } from '../../ui/entry-name.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './audit.module.css';
import { fieldText } from './field-text.ts';

/** Shows what the sentence of an entry does not say: where the item is, the changed fields, and further operations. */
export function EntryFacts({
  entry: { act, username, about, destination, fields = [], more = 0 },
  isNamed,
}: {
  entry: AuditEntry;
  /** True if the sentence contains the name of the item or user. */
  isNamed: boolean;
}) {
  const { t } = useTranslation();
  return (
    <>
      {username === '' && <span>{t('audit.noName')}</span>}
      {isNamed ? (
        !ABOUT_USERS.has(act) && <FolderOf path={about} />
      ) : (
        <Subject isUser={ABOUT_USERS.has(act)} about={about} destination={destination} />
      )}
      {fields.length > 0 && (
        <span>{fields.map((field) => fieldText(t, act, field)).join(' · ')}</span>
      )}
      {more > 0 && <span>{t('audit.similar', { count: more })}</span>}
    </>
  );
}

/** Shows the folder of an item; nothing if it is the served folder itself. */
function FolderOf({ path }: { path: string }) {
  const { t } = useTranslation();
  const folder = folderOf(parseTreePath(path) ?? ROOT);
  if (folder === '/' || folder === '') return null;
  return (
    <span className={styles.path}>
      <Folder className={styles.folder} size={14} strokeWidth={1.75} aria-hidden />
      <VisuallyHidden>{t('uploads.folder')}: </VisuallyHidden>
      <bdi dir="ltr">{isolatePath(spelled(folder.slice(0, -1)))}</bdi>
    </span>
  );
}

/** Shows the user or the whole paths that the entry is about. */
function Subject({
  isUser,
  about,
  destination,
}: {
  isUser: boolean;
  about: string;
  destination: string | undefined;
}) {
  const { t } = useTranslation();
  if (about === '') return null;
  if (isUser) {
    return (
      <bdi className={styles.name}>
        <NameText text={about} />
      </bdi>
    );
  }
  return (
    <span className={styles.path}>
      <WholePath path={about} />
      {destination !== undefined && (
        <>
          <ArrowRight className={styles.arrow} size={14} strokeWidth={1.75} aria-hidden />
          <VisuallyHidden>{t('transfers.destination')}: </VisuallyHidden>
          <WholePath path={destination} />
        </>
      )}
    </span>
  );
}

/** Shows a whole path with an emphasized last name. */
function WholePath({ path }: { path: string }) {
  const plain = parseTreePath(path) ?? ROOT;
  return (
    <bdi dir="ltr">
      {isolatePath(spelled(folderOf(plain)))}
      <bdi className={styles.name}>
        <NameText text={plain === ROOT ? ROOT : nameOf(plain)} />
      </bdi>
    </bdi>
  );
}

/** Returns the folder of a path with a slash at its end; '' for the served folder. */
function folderOf(path: string): string {
  return path === ROOT ? '' : path.slice(0, path.lastIndexOf('/') + 1);
}
