import { lazy, Suspense } from 'react';
import { withWords } from '../../i18n/words.ts';

const Captcha = lazy(async () => ({
  default: (await withWords('files', import('./captcha.tsx'))).Captcha,
}));

/** Loads the captcha on demand. */
export function LazyCaptcha({ onAnswer }: { onAnswer(answer: string): void }) {
  return (
    <Suspense fallback={null}>
      <Captcha onAnswer={onAnswer} />
    </Suspense>
  );
}
