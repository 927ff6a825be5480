import { refused, withHeaders, untouchedRoot, type Expectations } from './expectation.ts';

const NO_NAME = 'defect 23: the name of the home folder is not revealed';
const TARGET_CHECKED = 'access control applies to the target of a symlink too';

export const RULES: Expectations = {
  global: {
    'GET /api/raw/?algo=zip as bob': withHeaders(NO_NAME, {
      'content-disposition': "attachment; filename*=utf-8''files.zip",
    }),
  },
  'of a user': {
    'GET /api/resources/ as ruled': untouchedRoot(),
    'GET /api/resources/src//secret/key.txt as ruled': refused(
      'doubled slashes are removed from the path',
      403,
    ),
    'GET /api/resources/src/./secret/key.txt as ruled': refused('dot segments are 400', 400),
    'GET /api/resources/src/x/../secret/key.txt as ruled': refused('dot segments are 400', 400),
    'GET /api/raw/links/in-file as ruled': refused(TARGET_CHECKED, 403),
    'root of recursive': refused(
      'defect 36: access control applies to the root of a recursive listing too',
      403,
    ),
    // Not marked as overruled: the symlink chain leads to real.txt, which a rule refuses to this user.
    'GET /api/resources/links/chain as ruled': refused(TARGET_CHECKED, 403),
  },
};
