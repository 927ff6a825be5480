import {
  MAX_QUERY_LENGTH,
  MAX_QUERY_TERMS,
  parseSearchQuery,
  type SearchQuery,
} from '#contract/search-query.ts';
import { AppError } from '../../errors.ts';

/** `invalid-request` for a query that would only cost time: nothing has a name so long. */
export function parseQuery(text: string): SearchQuery {
  if (text.length > MAX_QUERY_LENGTH) {
    throw new AppError('invalid-request', `more than ${MAX_QUERY_LENGTH} characters`);
  }
  const query = parseSearchQuery(text);
  if (query.terms.length > MAX_QUERY_TERMS || query.types.length > MAX_QUERY_TERMS) {
    throw new AppError('invalid-request', `more than ${MAX_QUERY_TERMS} words`);
  }
  return query;
}
