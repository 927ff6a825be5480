import { lazy, Suspense } from 'react';
import { withWords } from '../../i18n/words.ts';

const Captcha = lazy(async () => ({
  default: (await withWords('files', import('./captcha.tsx'))).Captcha,
}));

/** The captcha, where one is asked for: only there is it loaded. */
export function LazyCaptcha({ onAnswer }: { onAnswer(answer: string): void }) {
  return (
    <Suspense fallback={null}>
      <Captcha onAnswer={onAnswer} />
    </Suspense>
  );
}
