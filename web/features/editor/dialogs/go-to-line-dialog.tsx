import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { latinDigits } from '../../../lib/latin-digits.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Asks for a line number. Larger numbers lead to the last line. */
export function GoToLineDialog({
  dialog: { current, last, go },
  onClose,
}: DialogProps<'go-to-line'>) {
  const { t } = useTranslation();
  const [text, setText] = useState(`${current}`);
  const submit = () => {
    const line = Number.parseInt(latinDigits(text), 10);
    if (Number.isNaN(line)) return;
    onClose();
    go(line);
  };
  return (
    <Dialog
      title={t('editor.goToLine.title')}
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('editor.goToLine.go')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('editor.goToLine.field', { last: `${last}` })}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setText(target.value.replaceAll(/\P{Nd}/gu, ''))}
      />
    </Dialog>
  );
}
