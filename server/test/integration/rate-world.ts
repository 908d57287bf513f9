import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import Fastify from 'fastify'
import { createErrorReplies } from '../../src/entry/http/error-replies.ts'
import { readOtcRatesRoute, readUsdcRatesRoute } from '../../src/entry/http/rates/rate-routes.ts'
import type { OpsHost } from '../../src/entry/ops/ops-session.ts'
import { runOps } from '../../src/entry/ops/run-ops.ts'
import { refreshRates } from '../../src/flows/rates/refresh-rates.ts'
import { systemClock } from '../../src/kernel/clock/clock.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createMonierateSource } from '../../src/rails/rates/monierate-source.ts'
import { createQuidaxSource } from '../../src/rails/rates/quidax-source.ts'
import { createPublishedRates } from '../../src/records/rates/published-rates.ts'
import type { RateSource } from '../../src/records/rates/rate-source.ts'
import type { RateSimulator } from '../rate-simulator.ts'

export type RateWorld = Awaited<ReturnType<typeof createRateWorld>>

/** Creates a database, a worker and an API, with a clock that can be advanced. */
export async function createRateWorld(simulator: RateSimulator) {
  const database = await createTestDatabase()
  const pool = (role: string) => createPool(database.url(role), { max: 3, applicationName: 'test' })
  const [owner, worker, api] = [pool('afara_owner'), pool('afara_worker'), pool('afara_api')]
  let aheadMs = 0
  // Long enough for a busy machine, and short enough for the tests of a source that never answers.
  const deadlineMs = 3_000
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const sources: RateSource[] = [
    createMonierateSource({ url: `${simulator.url}/monierate`, apiKey: 'test', deadlineMs }),
    createQuidaxSource({ url: `${simulator.url}/quidax`, deadlineMs }),
  ]
  const rates = createPublishedRates({ pool: api, clock, onError: () => {} })
  const app = Fastify()
  app.setErrorHandler(createErrorReplies('https://afara.test').onError)
  readOtcRatesRoute(app, { rates })
  readUsdcRatesRoute(app, { rates })
  return {
    database,
    owner,
    worker,
    api,
    putForward: (ms: number) => {
      aheadMs += ms
    },
    refresh: async (using = sources) => refreshRates({ pool: worker, clock, sources: using, everyMs: 1 }),
    rates,
    get: async (url: string) => {
      await rates.refresh()
      return app.inject({ url })
    },
    /** Runs a command with the rights of the people process. */
    ops: async (...args: string[]) => {
      const said: string[] = []
      const people = createPool(database.url('afara_people'), {
        max: 1,
        applicationName: 'test',
        side: 'house',
      })
      const operator = { id: '', email: 'bisi@afara.test', name: 'Bisi', status: 'active' }
      const host = {
        authorise: () => {},
        connect: async () => ({ pool: people, clock: systemClock, operator, end: async () => {} }),
        print: (text: string) => said.push(text),
        printError: (text: string) => said.push(text),
      } as unknown as OpsHost
      const code = await runOps(['ops', ...args], host)
      await people.end()
      return { code, said: said.join('\n') }
    },
    /** Returns the newest decision about a pair. */
    decision: async (pair: string) => {
      const { rows } = await worker.query(
        'select used, dropped, held_because as held, bid::text from rate_decision where pair = $1 order by decided_at desc limit 1',
        [pair],
      )
      return rows[0]
    },
    reading: async (source: string) => {
      const { rows } = await worker.query(
        'select failure from rate_reading where source = $1 order by read_at desc limit 1',
        [source],
      )
      return rows[0]?.failure as string | null
    },
    end: async () => {
      await app.close()
      await rates.stop()
      await Promise.all([owner, worker, api].map(async (each) => each.ended || each.end()))
      await database.drop()
    },
  }
}
