import { useTranslation } from '../i18n/use-translation.ts';
import { reloadPage } from '../lib/guard-leaving.ts';
import type { DialogProps } from '../state/dialog-spec.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Sentences about what a reload does to each kind of work. */
const TEXTS = {
  uploads: 'prompts.reloadUploads',
  operations: 'prompts.reloadActs',
  changes: 'prompts.reloadChanges',
  command: 'prompts.reloadCommand',
} as const;

/** Explains what happens to running work before the page reloads. */
export function ReloadDialog({ dialog: { activeWork, stay }, onClose }: DialogProps<'reload'>) {
  const { t } = useTranslation();
  const leave = () => {
    onClose();
    stay();
  };
  return (
    <Dialog
      title={t('prompts.reloadTitle')}
      onClose={leave}
      buttons={
        <>
          <Button data-focus-first="" onClick={leave}>
            {t('uploads.notNow')}
          </Button>
          <Button variant="danger" onClick={reloadPage}>
            {t('shell.reload')}
          </Button>
        </>
      }
    >
      {activeWork.map((work) => (
        <p key={work}>{t(TEXTS[work])}</p>
      ))}
    </Dialog>
  );
}
