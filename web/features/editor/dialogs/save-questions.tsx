import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialogs.ts';
import { type Answer, Question } from './question.tsx';

/** Closes the question before it runs the answer, which may open another dialog. */
const closingWith = (onClose: () => void) => (action: () => void) => () => {
  onClose();
  action();
};

/** Somebody else has saved meanwhile. What they wrote and what was written here are both still there. */
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

/** The file is no longer where it was; its text is here. */
export function SaveAnewDialog({ dialog, onClose }: DialogProps<'save-anew'>) {
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

/** A character has been typed that the encoding of the file does not have. */
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
