import { CircleAlert, CircleCheck } from 'lucide-react';
import type { UploadJob } from '../../state/upload-job.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOfName } from '../../ui/kind-of.ts';
import styles from './upload-row.module.css';

/** Icon of an upload by its type, or by its result once it has ended. */
export function UploadGlyph({ job: { state, isFolder, name } }: { job: UploadJob }) {
  if (state.status === 'done') {
    return <CircleCheck className={styles.icon} size={24} strokeWidth={1.75} aria-hidden />;
  }
  if (state.status === 'failed') {
    return <CircleAlert className={styles.icon} size={24} strokeWidth={1.75} aria-hidden />;
  }
  return <KindGlyph kind={isFolder ? 'folder' : kindOfName(name)} />;
}
