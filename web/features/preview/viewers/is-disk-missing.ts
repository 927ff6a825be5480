import { rawUrl } from '#contract/files.ts';
import { call } from '../../../api/http.ts';
import { isDiskUnavailable } from '../../../i18n/failure-text.ts';

/**
 * Resolves with true if a file cannot be loaded because its disk is missing. Media elements do not report the reason.
 */
export async function isDiskMissing(path: string): Promise<boolean> {
  try {
    await call('HEAD', rawUrl(path, { inline: true }));
    return false;
  } catch (failure) {
    return isDiskUnavailable(failure);
  }
}
