import { withMessages } from '../../i18n/messages.ts';
import { RetriedPart } from '../../ui/retried-part.tsx';

const loadCaptcha = async () => ({
  default: (await withMessages('files', import('./captcha.tsx'))).Captcha,
});

/** Loads the captcha on demand. */
export function LazyCaptcha({ onAnswer }: { onAnswer(answer: string): void }) {
  return <RetriedPart load={loadCaptcha} props={{ onAnswer }} />;
}
