import type { TestDatabase } from '@afara/stack/test-database.ts'
import { pino } from 'pino'
import type { AppDeps } from '../../src/entry/http/app-deps.ts'
import { wireApi } from '../../src/wire.ts'

/** How keys are made in tests of the api. */
export const testKeys = { cell: 'test1', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }

/** All the parts of a real api on a test's database, without its listeners. */
export function wireTestApi(
  database: TestDatabase,
  settings: { trustedProxies?: readonly string[]; wake?: (transactionId: string) => void } = {},
): AppDeps & { stop(): Promise<void> } {
  const nowhere = { host: '127.0.0.1', port: 0 }
  const deps = wireApi({
    api: nowhere,
    otc: nowhere,
    management: nowhere,
    trustedProxies: settings.trustedProxies ?? [],
    drainMs: 0,
    publicUrl: 'https://api.afara.test',
    otcPublicUrl: 'https://otc.afara.test',
    databaseUrl: database.url('afara_api'),
    // Nobody listens there: what is due stands in PostgreSQL.
    engineUrl: 'http://127.0.0.1:1',
    keys: testKeys,
  })
  return {
    ...deps,
    gate: { ...deps.gate, logRequest: () => {} },
    wake: settings.wake ?? (() => {}),
    logger: pino({ level: 'silent' }),
  }
}
