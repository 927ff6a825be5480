import { UPLOAD_KEY_HEADER, uploadAddress } from '#contract/uploads.ts';
import { call } from './http.ts';

/** Lets the server forget an unfinished upload that this browser began under `key`. */
export async function cancelUpload(path: string, key: string): Promise<void> {
  await call('DELETE', uploadAddress(path), { headers: { [UPLOAD_KEY_HEADER]: key } });
}
