import { insertUpload } from '../metadata/uploads.ts';
import type { TestApp } from './app.ts';
import { anUpload, treePath } from './stored-records.ts';

/** Stores as many unfinished uploads as a user may have, the existing one included. Their user is the one of that upload. */
export async function reachUploadLimit({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const { userId } = await db.read.selectFrom('upload').select('userId').executeTakeFirstOrThrow();
  await db.write(async (tx) => {
    for (let n = 1; n < 500; n += 1)
      await insertUpload(tx, anUpload({ userId, path: treePath(`/${n}`), partName: '' }));
  });
}
