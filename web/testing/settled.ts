import { configure, getConfig } from '@testing-library/react';

// Some tests replace the timers.
const nextTurn = globalThis.setImmediate;
const { asyncWrapper, getElementError } = getConfig();

/**
 * Waits until the effects of a change have run (the title, the focus). React renders the change in one turn of the event loop
 * and may run its effects in the next. A user sees both together.
 */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise<void>((resolve) => nextTurn(resolve));
}

/** Reports whether a query runs inside `waitFor` or `findBy…`, which repeat it and discard its errors. */
function isRepeated(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

configure({
  // Lazily loaded parts of the page take long on a busy machine.
  asyncUtilTimeout: 15_000,
  asyncWrapper: (work) =>
    asyncWrapper(async () => {
      const result = await work();
      await settle();
      return result;
    }),
  // Without this, each repetition prints the document. `waitFor` prints it once more for the error that it reports.
  getElementError: (message, container) =>
    isRepeated() ? elementError(message) : getElementError(message, container),
});

function elementError(message: string | null): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  return error;
}
