import { refused, withHeaders, untouchedRoot, type Expectations } from './expectation.ts';

const NO_NAME = 'defect 23: a home goes by no name of its own';
const LED = 'the policy is asked again on the place a link leads to';

export const RULES: Expectations = {
  global: {
    'GET /api/raw/?algo=zip as bob': withHeaders(NO_NAME, {
      'content-disposition': "attachment; filename*=utf-8''files.zip",
    }),
  },
  'of a user': {
    'GET /api/resources/ as ruled': untouchedRoot(),
    'GET /api/resources/src//secret/key.txt as ruled': refused(
      'doubled slashes mean the cleaned path',
      403,
    ),
    'GET /api/resources/src/./secret/key.txt as ruled': refused('dot segments are 400', 400),
    'GET /api/resources/src/x/../secret/key.txt as ruled': refused('dot segments are 400', 400),
    'GET /api/raw/links/in-file as ruled': refused(LED, 403),
    'root of recursive': refused('defect 36: the root of a recursive listing is judged too', 403),
    // Not marked as overruled: the symlink chain leads to real.txt, which a rule refuses to this user.
    'GET /api/resources/links/chain as ruled': refused(LED, 403),
  },
};
