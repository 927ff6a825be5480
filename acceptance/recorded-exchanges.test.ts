import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AREAS, type Area } from './areas.ts';
import { expectationFor, namesOfExpectations } from './expectations/all.ts';
import type { Expectation } from './expectations/expectation.ts';
import {
  loadScenarios,
  type Exchange,
  type RecordedResponse,
  type Scenario,
} from './replay/recording-format.ts';
import { Replay } from './replay/replay.ts';
import { Tally } from './replay/tally.ts';
import { RunningServer } from './server/running-server.ts';

const tally = new Tally();
const recorded = AREAS.map((area) => ({ area, scenarios: loadScenarios(area) }));

for (const { area, scenarios } of recorded) {
  for (const scenario of scenarios) describeScenario(area, scenario);
}

it('every expectation belongs to a recorded exchange', () => {
  const titles = new Set(allExchanges().map(({ title }) => title));
  expect(namesOfExpectations().filter((title) => !titles.has(title))).toEqual([]);
});

it('every overruled exchange has an expectation', () => {
  const forgotten = allExchanges().filter(
    ({ area, scenario, exchange }) =>
      exchange.overruled !== undefined &&
      expectationFor(area, scenario, exchange.name) === undefined,
  );
  expect(forgotten.map(({ title, exchange }) => `${title}: ${exchange.overruled}`)).toEqual([]);
});

afterAll(() => console.log(tally.toString()));

/** Replays a scenario in order against one server on a fresh tree and database; exchanges depend on earlier ones. */
function describeScenario(area: Area, scenario: Scenario): void {
  const { exchanges } = scenario;
  describe.sequential(`${area}: ${scenario.name}`, () => {
    let server: RunningServer;
    let replay: Replay;
    beforeAll(async () => {
      server = await RunningServer.start({ scratch: inject('scratch'), setup: scenario.setup });
      replay = new Replay(server);
    });
    afterAll(() => server?.stop());
    for (const [at, exchange] of exchanges.entries()) {
      const own = expectationFor(area, scenario.name, exchange.name);
      tally.add(area, own !== undefined);
      it(exchange.name, async () => {
        const { asked, response } =
          own === undefined
            ? { asked: exchange, response: exchange.response }
            : decided(exchange, own);
        const differences = await replay.run(asked, response, exchanges[at + 1]);
        assertNone(differences);
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

function allExchanges() {
  return recorded.flatMap(({ area, scenarios }) =>
    scenarios.flatMap(({ name: scenario, exchanges }) =>
      exchanges.map((exchange) => {
        return { area, scenario, exchange, title: `${area} / ${scenario} / ${exchange.name}` };
      }),
    ),
  );
}

/** Fails with all differences in the message; a comparison of lists would shorten them. */
function assertNone(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(differences.join('\n'));
}
