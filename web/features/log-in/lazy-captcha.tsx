import { lazy, Suspense } from 'react';
import { withMessages } from '../../i18n/messages.ts';

const Captcha = lazy(async () => ({
  default: (await withMessages('files', import('./captcha.tsx'))).Captcha,
}));

/** Loads the captcha on demand. */
export function LazyCaptcha({ onAnswer }: { onAnswer(answer: string): void }) {
  return (
    <Suspense fallback={null}>
      <Captcha onAnswer={onAnswer} />
    </Suspense>
  );
}
