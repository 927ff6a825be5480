import { UPLOAD_KEY_HEADER, uploadAddress } from '#contract/uploads.ts';
import { call } from './http.ts';

/** Deletes an unfinished upload that this browser started under `key`. */
export async function cancelUpload(path: string, key: string): Promise<void> {
  await call('DELETE', uploadAddress(path), { headers: { [UPLOAD_KEY_HEADER]: key } });
}
