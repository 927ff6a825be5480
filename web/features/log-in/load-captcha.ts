/** API of the captcha script. */
export interface CaptchaScript {
  /** `element` must be empty. */
  render(
    element: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly theme: 'light' | 'dark';
      callback(response: string): void;
      'expired-callback'(): void;
      'error-callback'(): void;
    },
  ): unknown;
  ready(action: () => void): void;
}

declare global {
  interface Window {
    grecaptcha?: CaptchaScript;
  }
}

const LONGEST_WAIT_MS = 15_000;

let loading: Promise<CaptchaScript> | undefined;

/** Loads the script of the captcha host, or waits for the one in the page. Retries after a failure. */
export function loadCaptcha(host: string, waitMs = LONGEST_WAIT_MS): Promise<CaptchaScript> {
  loading ??= awaitScript(host, waitMs).catch((failure: unknown) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

/** Forgets the loaded script. For tests. */
export function forgetCaptcha(): void {
  loading = undefined;
  delete window.grecaptcha;
}

async function awaitScript(host: string, waitMs: number): Promise<CaptchaScript> {
  const script = window.grecaptcha ? undefined : scriptOf(host);
  try {
    if (script) await arrivalOf(script, waitMs);
    const captcha = window.grecaptcha;
    if (!captcha) throw new Error('the script of the captcha is another one');
    await new Promise<void>((resolve) => captcha.ready(resolve));
    return captcha;
  } catch (failure) {
    script?.remove();
    throw failure;
  }
}

/** Returns the page's own script while it is loading; otherwise a new one. */
function scriptOf(host: string): HTMLScriptElement {
  const address = `${host.replace(/\/+$/, '')}/recaptcha/api.js?render=explicit`;
  const given = [...document.scripts].find(({ src }) => src === address);
  if (given && document.readyState !== 'complete') return given;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
  return script;
}

function arrivalOf(script: HTMLScriptElement, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the captcha did not come in time')), waitMs);
    const settle = (action: () => void) => () => {
      clearTimeout(timer);
      action();
    };
    script.addEventListener('load', settle(resolve));
    script.addEventListener(
      'error',
      settle(() => reject(new Error('the captcha could not be loaded'))),
    );
  });
}
