import { asRecorded, refused, untouchedRoot, type Expectations } from './expectation.ts';
import type { RecordedResponse } from '../replay/recording-format.ts';

function configIn({ body }: RecordedResponse): object {
  // The recordings hold the configuration object of the page.
  return (body?.index?.['config'] ?? {}) as object;
}

/** Settings that the exchange "everything" writes. */
const AS_WRITTEN = {
  Color: '#fff',
  DisableExternal: true,
  DisableUsedPercentage: true,
  HideLoginButton: true,
  Name: 'Shop',
  Signup: true,
  Theme: 'light',
  TusSettings: { chunkSize: 5, retryCount: 65_535 },
};

export const SETTINGS: Expectations = {
  'read and write': {
    'keys that are not part of it': refused('unknown fields are refused with 400', 400),
    'empty object': asRecorded('absent keys stay as they are'),
    page: {
      rule: 'absent keys stay as they are: the empty object of the previous request changed nothing',
      response: (recorded) => ({
        ...recorded,
        body: {
          index: {
            ...recorded.body?.index,
            config: { ...configIn(recorded), ...AS_WRITTEN },
            title: 'Shop',
            theme_color: '#fff',
          },
        },
      }),
    },
  },
  'quick setup': { 'GET /api/resources/ as root': untouchedRoot() },
};
