import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { type Answer, Question } from './question.tsx';

/** Closes the dialog before running the action, which may open another one. */
const closingWith = (onClose: () => void) => (action: () => void) => () => {
  onClose();
  action();
};

/** Asks what to do if the file was changed on the server. Both versions still exist. */
export function SaveConflictDialog({ dialog, onClose }: DialogProps<'save-conflict'>) {
  const { t } = useTranslation();
  const { name, overwrite, reload, compare } = dialog;
  const closing = closingWith(onClose);
  const answers: Answer[] = [
    { label: t('editor.conflict.overwrite'), variant: 'danger', run: closing(overwrite) },
  ];
  if (reload) answers.push({ label: t('editor.conflict.reload'), run: closing(reload) });
  if (compare) {
    answers.push({
      label: t('editor.conflict.compare'),
      variant: 'primary',
      isUsual: true,
      run: closing(compare),
    });
  }
  return (
    <Question title={t('editor.conflict.title', { name })} answers={answers} onClose={onClose}>
      {t('editor.conflict.text')}
    </Question>
  );
}

/** Asks what to do if the file no longer exists on the server. */
export function RecreateFileDialog({ dialog, onClose }: DialogProps<'recreate-file'>) {
  const { t } = useTranslation();
  const { name, create } = dialog;
  const run = create && closingWith(onClose)(create);
  return (
    <Question
      title={t('editor.gone.title', { name })}
      answers={
        run ? [{ label: t('editor.gone.create'), variant: 'primary', isUsual: true, run }] : []
      }
      onClose={onClose}
    >
      {t(run ? 'editor.gone.text' : 'editor.gone.noCreate')}
    </Question>
  );
}

/** Asks what to do if the encoding of the file lacks a typed character. */
export function SaveAsUtf8Dialog({ dialog, onClose }: DialogProps<'save-as-utf-8'>) {
  const { t } = useTranslation();
  const { name, encoding, save } = dialog;
  const run = closingWith(onClose)(save);
  return (
    <Question
      title={t('editor.unencodable.title', { name })}
      answers={[{ label: t('editor.unencodable.save'), variant: 'primary', isUsual: true, run }]}
      onClose={onClose}
    >
      {t('editor.unencodable.text', { encoding })}
    </Question>
  );
}
