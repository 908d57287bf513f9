import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { expect } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { openLanes } from './authorisation/give-balance.ts'
import { buyOf, drill, sellOf, type WireRequest, withdrawalOf } from './authorisation/requests.ts'
import { createOperators, createTenancies, type Tenancy } from './authorisation/tenancies.ts'
import { wireTestApi } from './test-api.ts'

export type Told = Readonly<{
  transaction_id: string
  type: string
  status: string
  network: string
  reference: string
  created_at: string
}>

/** Creates an api with the transactions of two businesses, one of them in both modes. */
export async function createReadingStage() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
  const deps = wireTestApi(database)
  const app = createApp(deps)

  const accept = async (tenancy: Tenancy, request: WireRequest): Promise<string> => {
    const { method, url, headers, body } = request
    const response = await app.inject({
      method,
      url,
      headers: { ...headers, 'svc-sec-key': tenancy.keys['all scopes'] },
      ...(body === undefined ? {} : { body }),
    })
    if (response.statusCode >= 300) throw new Error(response.body)
    return response.json().transaction?.transaction_id ?? ''
  }

  const ask = async (tenancy: Tenancy, url: string) => {
    const response = await app.inject({ url, headers: { 'svc-sec-key': tenancy.keys['read only'] } })
    return { status: response.statusCode, body: response.json(), text: response.body }
  }

  await createOperators(owner)
  await openLanes(owner)
  const [ada, adaLive, bola] = [
    ...(await createTenancies(owner, 'ada-reads', 1)),
    ...(await createTenancies(owner, 'bola-reads', 2)),
  ]
  if (ada === undefined || adaLive === undefined || bola === undefined)
    throw new Error('a tenancy is missing')
  for (const request of mixture(ada)) await accept(ada, request)
  for (const number of [1, 2]) await accept(adaLive, buyOf(adaLive, { reference: `live-${number}` }))
  await accept(bola, buyOf(bola, { reference: 'bola-1' }))

  return {
    owner,
    deps,
    app,
    ada,
    adaLive,
    bola,
    accept,
    ask,
    list: async (tenancy: Tenancy, query = ''): Promise<{ transactions: Told[]; next: string | null }> => {
      const { status, body } = await ask(tenancy, `/transactions/v1?limit=100${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    },
    close: async () => {
      await app.close()
      await Promise.all([owner.end(), deps.stop()])
      await database.drop()
    },
  }
}

/** Six buys on two networks, two sells, a withdrawal, and a drill, which lists leave out. */
function mixture(tenancy: Tenancy): WireRequest[] {
  const balance = { network: undefined, wallet_address: undefined }
  const buys = Array.from({ length: 6 }, (_, number) =>
    buyOf(tenancy, {
      reference: `buy-${number}`,
      network: number < 3 ? 'Polygon' : 'Avalanche',
      amount: `2000${number}.07`,
    }),
  )
  return [
    ...buys,
    sellOf(tenancy, { reference: 'sell-wallet' }),
    sellOf(tenancy, { ...balance, reference: 'sell-balance' }),
    withdrawalOf(tenancy, { reference: 'withdrawal-1' }),
    drill('reading-drill'),
  ]
}
