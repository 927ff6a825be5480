import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { AREAS, type Area } from '../areas.ts';
import { expectationFor } from '../expectations/all.ts';
import type { Expectation } from '../expectations/expectation.ts';
import { impossibleOnStore, onStore } from '../expectations/managed-store.ts';
import { RunningServer } from '../server/running-server.ts';
import type { Storage } from '../server/storage.ts';
import {
  loadScenarios,
  type Exchange,
  type RecordedResponse,
  type Scenario,
} from './recording-format.ts';
import { Replay } from './replay.ts';
import { Tally } from './tally.ts';

interface Selection {
  readonly storage: Storage;
  /** True if a scenario is replayed; default: all of them. */
  readonly includes?: (area: Area, scenario: string) => boolean;
}

interface RecordedExchange {
  readonly area: Area;
  readonly scenario: string;
  readonly exchange: Exchange;
  /** Names area, scenario and exchange. */
  readonly title: string;
}

const recorded = AREAS.map((area) => ({ area, scenarios: loadScenarios(area) }));

/** Describes a test for each recorded exchange, on servers with the storage. Prints the numbers of exchanges after them. */
export function describeRecordings({ storage, includes = () => true }: Selection): void {
  const tally = new Tally(storage);
  for (const { area, scenarios } of recorded) {
    for (const scenario of scenarios) {
      if (includes(area, scenario.name)) describeScenario(area, scenario, { storage, tally });
    }
  }
  afterAll(() => console.log(tally.toString()));
}

export function allExchanges(): readonly RecordedExchange[] {
  return recorded.flatMap(({ area, scenarios }) =>
    scenarios.flatMap(({ name: scenario, exchanges }) =>
      exchanges.map((exchange) => {
        return { area, scenario, exchange, title: `${area} / ${scenario} / ${exchange.name}` };
      }),
    ),
  );
}

/** Replays a scenario in order against one server on a fresh tree and database; exchanges depend on earlier ones. */
function describeScenario(
  area: Area,
  { name, setup, exchanges }: Scenario,
  { storage, tally }: { readonly storage: Storage; readonly tally: Tally },
): void {
  describe.sequential(`${area}: ${name}`, () => {
    let server: RunningServer;
    let replay: Replay;
    beforeAll(async () => {
      server = await RunningServer.start({ scratch: inject('scratch'), setup, storage });
      replay = new Replay(server);
    });
    afterAll(() => server?.stop());
    for (const [at, exchange] of exchanges.entries()) {
      const own = expectationFor(area, name, exchange.name);
      const reason =
        storage === 'folder' ? undefined : impossibleOnStore(area, name, exchange.name);
      tally.add(area, own !== undefined, reason);
      const title = reason === undefined ? exchange.name : `${exchange.name} (differs: ${reason})`;
      it(title, async () => {
        const { asked, response } =
          own === undefined
            ? { asked: exchange, response: exchange.response }
            : decided(exchange, own);
        const named = { area, scenario: name, exchange: exchange.name };
        const expected = storage === 'folder' ? response : onStore(response, named);
        const differences = await replay.run(asked, expected, exchanges[at + 1]);
        if (reason === undefined) assertNone(differences);
        else assertHarmless(differences);
      });
    }
  });
}

/** Applies our expectation. The wording is compared even where the recorded wording came from a library. */
function decided(
  exchange: Exchange,
  own: Expectation,
): { asked: Exchange; response: RecordedResponse } {
  const asked = {
    ...exchange,
    request: own.request?.(exchange.request) ?? exchange.request,
    body_free: false,
    unordered: own.unordered ?? exchange.unordered ?? false,
  };
  return { asked, response: own.response(exchange.response) };
}

/** Fails with all differences in the message; a comparison of lists would shorten them. */
function assertNone(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(differences.join('\n'));
}

/** Fails if there is no difference, so that no exchange is listed without need, and if the server has failed or left its API description. */
function assertHarmless(differences: readonly string[]): void {
  if (differences.length === 0) throw new Error('as recorded: remove it from the list');
  const harmful = /^status (?:0|5\d\d) |is not described$|real path$|stack trace$/;
  assertNone(differences.filter((difference) => harmful.test(difference)));
}
