import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { captchaOf, type AuthSettings, type Captcha } from '../../../metadata/setting-documents.ts';

const VERIFY_PATH = '/recaptcha/api/siteverify';
/** Maximum time that the host may take to answer, in milliseconds. */
const TIME_LIMIT_MS = 5_000;
/** Maximum number of characters of the token for a solved captcha, which usually has about 2,000. */
const MAX_RESPONSE = 16_384;
const MAX_VERDICT_BYTES = 64 * 1_024;
const Verdict = z.object({ success: z.boolean() });

interface CaptchaCheck {
  /** Aborts when the client has disconnected. */
  readonly signal: AbortSignal;
  readonly timeLimitMs?: number | undefined;
}

/**
 * Throws `wrong-credentials` unless the captcha is solved or none is configured, and `outside-failed` if its host
 * cannot be reached.
 */
export async function requireCaptcha(
  settings: AuthSettings,
  response: string | undefined,
  check: CaptchaCheck,
): Promise<void> {
  const captcha = captchaOf(settings);
  if (captcha === undefined) return;
  const isSolved = isResponse(response) && (await isAccepted(captcha, response, check));
  if (!isSolved) throw new AppError('wrong-credentials', 'the captcha is not solved');
}

function isResponse(response: string | undefined): response is string {
  return response !== undefined && response !== '' && response.length <= MAX_RESPONSE;
}

async function isAccepted(
  captcha: Captcha,
  response: string,
  { signal: disconnect, timeLimitMs = TIME_LIMIT_MS }: CaptchaCheck,
): Promise<boolean> {
  try {
    const reply = await fetch(verifyAddress(captcha), {
      method: 'POST',
      body: new URLSearchParams({ secret: captcha.secret, response }),
      redirect: 'error',
      signal: AbortSignal.any([disconnect, AbortSignal.timeout(timeLimitMs)]),
    });
    const text = await textOf(reply);
    if (reply.status === 404 || reply.status >= 500) throw new Error(`status ${reply.status}`);
    return reply.status === 200 && Verdict.parse(JSON.parse(text)).success;
  } catch (cause) {
    disconnect.throwIfAborted();
    throw hostFailed(captcha, 'gave no valid answer', cause);
  }
}

function verifyAddress(captcha: Captcha): string {
  if (!/^https?:\/\//.test(captcha.host) || !URL.canParse(captcha.host)) {
    throw new Error('the host of a captcha begins with https:// or http://');
  }
  return captcha.host.replace(/\/+$/, '') + VERIFY_PATH;
}

async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_VERDICT_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The reason is for the log. The response only says that the server has failed. */
function hostFailed({ host }: Captcha, what: string, cause: unknown): AppError {
  const advice = 'check recaptcha.host (config set), and that this machine can reach it';
  return new AppError('outside-failed', `the captcha host ${host} ${what}: ${advice}`, { cause });
}
