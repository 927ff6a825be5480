import { parseSearchQuery } from '#contract/search-query.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchResults } from '../../state/search-results.ts';
import { EmptyQuery } from './empty-query.tsx';
import { ResultsGrid, type ResultsGridProps } from './results-grid.tsx';
import { NothingFound, ResultsSkeleton, SearchFailure } from './search-notice.tsx';
import styles from './search-overlay.module.css';
import type { Search } from './use-search.ts';

/** Body of the search: suggestions, results, or the reason why there are none. */
export function SearchBody({
  search,
  results,
  grid,
}: {
  search: Search;
  results: SearchResults;
  grid: Omit<ResultsGridProps, 'results'>;
}) {
  const { t } = useTranslation();
  if (search.query.trim() === '') {
    const use = (query: string) => {
      search.use(query);
      grid.field.current?.focus();
    };
    return <EmptyQuery onUse={use} />;
  }
  const { asked, failure, isSearching } = results;
  if (failure !== undefined) return <SearchFailure failure={failure} onRetry={search.retry} />;
  if (!asked) return <p className={styles.note}>{t('search.tooShort')}</p>;
  if (grid.found.count > 0) return <ResultsGrid results={results} {...grid} />;
  if (isSearching) return <ResultsSkeleton />;
  return (
    <NothingFound
      isCaseSensitive={parseSearchQuery(asked.query).caseSensitive}
      onLookEverywhere={search.folder === '' ? undefined : () => search.lookIn('')}
    />
  );
}
