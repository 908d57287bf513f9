import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDecimal } from '../../src/kernel/money/decimal.ts'
import type { Pair } from '../../src/records/rates/pair.ts'
import type { RateSource } from '../../src/records/rates/rate-source.ts'
import { type RateSimulator, startRateSimulator } from '../rate-simulator.ts'

type Adapter = Readonly<{
  vendor: 'monierate' | 'quidax' | 'coingecko'
  create(options: { url: string; deadlineMs: number }): RateSource
  /** Makes the vendor quote this price for the pair. */
  say(simulator: RateSimulator, price: string): Promise<void>
  pair: Pair
  /** Faults of this vendor only. */
  alsoFails: ReadonlyArray<readonly [fault: string, reason: RegExp]>
}>

const DEADLINE_MS = 3_000

const failures: ReadonlyArray<readonly [fault: string, reason: RegExp]> = [
  ['timeout', /no complete response within 3 s/],
  ['error_500', /the server answered 500/],
  ['too_many_requests', /the server answered 429/],
  ['half_body', /the connection failed/],
  ['html', /the server answered with text\/html, not JSON/],
  ['huge', /larger than 262144 bytes/],
  ['not_utf8', /not UTF-8/],
  ['binary', /not JSON/],
  ['not_a_number', /not JSON|not a price: NaN/],
  ['wrong_type', /is not (a number|text)/],
  ['no_prices', /none of our currencies|is not text: missing/],
]

/** Rules that every rate source must follow, tested against the simulated vendor over real HTTP. */
export function describeRateSource({ vendor, create, say, pair, alsoFails }: Adapter): void {
  describe(`${vendor} as a source of rates`, () => {
    let simulator: RateSimulator
    let source: RateSource
    beforeAll(async () => {
      simulator = await startRateSimulator()
      source = create({ url: `${simulator.url}/${vendor}`, deadlineMs: DEADLINE_MS })
    })
    beforeEach(async () => simulator.reset())
    afterAll(async () => simulator.stop())

    const read = async () => {
      const answer = await source.read()
      return answer.kind === 'quotes' ? answer.quotes : []
    }

    test('quotes every promised pair once, with both sides, at its own time', async () => {
      const quotes = await read()
      expect(quotes.map((quote) => quote.pair).toSorted()).toEqual(source.pairs.toSorted())
      for (const { bid, ask, observedAt } of quotes) {
        expect(bid > 0n && bid <= ask).toBe(true)
        expect(Math.abs(observedAt.getTime() - Date.now())).toBeLessThan(30_000)
      }
    })

    test.each(['1600', '1600.01', '1619.123456789012', '1600.1000'])('reads %s exactly', async (price) => {
      await say(simulator, price)
      const quote = (await read()).find((known) => known.pair === pair)
      expect(formatDecimal(quote?.bid ?? 0n)).toBe(price.replace(/(\.\d*?)0+$/, '$1'))
    })

    test.each([...failures, ...alsoFails])('under %s the read fails and says why', async (fault, reason) => {
      await simulator.setFaults({ [vendor]: fault })
      expect(await source.read()).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) as string })
    })

    test("an old price keeps the vendor's time", async () => {
      await simulator.setFaults({ [vendor]: 'stale' })
      const [quote] = await read()
      expect(Date.now() - (quote?.observedAt.getTime() ?? 0)).toBeGreaterThan(7_000_000)
    })

    test('an unusual but well-formed quote is returned: the source does not judge it', async () => {
      const before = (await read()).find((known) => known.pair === pair)?.bid ?? 0n
      await simulator.setFaults({ [vendor]: 'jump' })
      const after = (await read()).find((known) => known.pair === pair)?.bid ?? 0n
      expect(after * 10n).toBe(before * 12n)
    })

    test('a vendor that cannot be reached is a failed read', async () => {
      const nobody = create({ url: `http://127.0.0.1:${await findFreePort()}`, deadlineMs: DEADLINE_MS })
      expect(await nobody.read()).toEqual({ kind: 'failed', reason: 'the connection failed: ECONNREFUSED' })
    })
  })
}
