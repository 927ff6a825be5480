import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Question } from './question.tsx';

/** Asks before unsaved text is discarded. Enter saves it. */
export function DiscardDialog({
  dialog: { name, save, discard, stay },
  onClose,
}: DialogProps<'discard-editor-changes'>) {
  const { t } = useTranslation();
  const closing = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Question
      title={t('editor.discard.title', { name })}
      cancel={t('editor.discard.stay')}
      answers={[
        { label: t('editor.discard.discard'), variant: 'danger', run: closing(discard) },
        {
          label: t('editor.discard.save'),
          variant: 'primary',
          isUsual: true,
          run: closing(save),
        },
      ]}
      onClose={closing(stay)}
    >
      {t('editor.discard.text')}
    </Question>
  );
}
