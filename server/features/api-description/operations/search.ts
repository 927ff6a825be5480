import { SearchHit } from '#contract/search.ts';
import { z } from 'zod';
import { type DescribedOperation, FLAG, inHeader, inQuery, PATH } from '../operation.ts';

export const SEARCH_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/search/{path}',
    group: 'Search',
    summary: 'Find files and folders by their names',
    description:
      'One JSON text on each line, as they are found; a line without anything says that the search goes on.',
    parameters: [
      PATH,
      inQuery(
        'query',
        'What the names have in them; words in double quotes as they stand; “type:image” and the like for a kind; ' +
          '“case:sensitive”.',
      ),
      inQuery('details', 'Each hit tells as much as a listing would.', FLAG),
      inHeader('Accept', '“application/json”: one list instead of lines.'),
    ],
    replies: {
      200: {
        description: 'What is found.',
        content: {
          'text/plain': { json: { type: 'string' } },
          'application/json': z.array(SearchHit),
        },
      },
    },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
  },
];
