import { refused, untouchedRoot, type Expectations } from './expectation.ts';

const LED = 'the policy is asked again on the place a link leads to';

export const RULES: Expectations = {
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
    // Not marked as overruled: the link chain leads to real.txt, which a rule refuses to this user.
    'GET /api/resources/links/chain as ruled': refused(LED, 403),
  },
};
