import { refused, wrongMethod, type Expectations } from './expectation.ts';

export const ERRORS: Expectations = {
  shapes: {
    'POST /nosuch as anon': wrongMethod(
      'wrong methods of known paths are 405; pages are GET and HEAD',
      /\bGET\b/,
    ),
    'PUT /api/shares as bob': wrongMethod('wrong methods of known paths are 405', /\bGET\b/),
    'GET /api/resources/a.txt%00 as bob': refused('NUL is 400', 400),
  },
};
