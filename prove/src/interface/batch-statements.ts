import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from './caller.ts'
import { type Digits, digits } from './exact-json.ts'
import {
  expectEqual,
  expectMatch,
  expectStatus,
  expectTrue,
  expectWithin,
  type JsonObject,
  listOf,
  objectOf,
  textOf,
} from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { World } from './world.ts'

const PATH = '/payouts/v1/batches'
const UNKNOWN = `${PATH}/bat_01a1dcc33c477feca0d6d2cee34c8ce8`
const READY_WITHIN_MS = 30_000

const row = (place: number, changes: object = {}) => ({
  bank_name: 'GTBank',
  account_number: String(3_000_000_000 + place),
  amount: '1000',
  ...changes,
})

async function post(world: World, path: string, body: string, headers: Record<string, string> = {}) {
  return world.api.ask(path, {
    method: 'POST',
    body,
    headers: {
      'svc-sec-key': world.parties.obi.keys.test,
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
    },
  })
}

function batchOf(answer: Answer): JsonObject {
  expectStatus(answer, 200)
  return objectOf('the batch', objectOf('the body', answer.json, answer)['batch'], answer)
}

/** Creates a batch and returns it when it is ready. */
async function ready(world: World, body: string, headers: Record<string, string> = {}): Promise<JsonObject> {
  const made = batchOf(await post(world, PATH, body, headers))
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    const batch = batchOf(await world.get(`${PATH}/${textOf('id', made['id'])}`))
    if (batch['state'] !== 'checking') return batch
    expectTrue('the batch is ready in time', performance.now() < until)
    await sleep(100)
  }
}

const pathOf = (batch: JsonObject) => `${PATH}/${textOf('id', batch['id'])}`
let used = 0
/** Accounts that no other statement pays. */
const places = (count: number) => Array.from({ length: count }, () => (used += 1))

export const batchStatements: readonly Statement[] = [
  statement('a batch is checked, and its preview says what it would pay', async (world) => {
    const [one = 0, two = 0] = places(2)
    const rows = [row(one), row(two, { amount: 2000.5 }), row(0, { bank_name: 'Bank of Nowhere' })]
    const batch = await ready(world, JSON.stringify({ rows }))
    expectWithin('the batch', batch, {
      state: 'ready',
      rows: digits('3'),
      checked: digits('3'),
      confirmed_at: null,
    })
    expectWithin('the preview', objectOf('preview', batch['preview']), {
      rows: digits('2'),
      total: digits('3000.5'),
      problem_rows: digits('1'),
    })
    const answer = await world.get(`${pathOf(batch)}/rows?only=problems`)
    const [wrong] = listOf('rows', objectOf('the body', answer.json, answer)['rows'], answer)
    expectWithin('the row', objectOf('a row', wrong, answer), {
      row: digits('3'),
      outcome: 'none',
      transaction_id: null,
    })
  }),

  statement('a CSV file makes the same batch as JSON', async (world) => {
    const [one = 0] = places(1)
    const { bank_name: bank, account_number: number, amount } = row(one)
    const file = `account_number,bank_name,amount\n${number},${bank},${amount}\n`
    const batch = await ready(world, file, { 'content-type': 'text/csv' })
    expectWithin('the preview', objectOf('preview', batch['preview']), {
      rows: digits('1'),
      total: digits('1000'),
    })
  }),

  statement('only what the preview says can be confirmed, and each row becomes one sell', async (world) => {
    const batch = await ready(world, JSON.stringify({ rows: places(2).map((place) => row(place)) }))
    const confirm = async (body: object) => post(world, `${pathOf(batch)}/confirm`, JSON.stringify(body))
    expectRefusal(await confirm({ rows: 1, total: 2000 }), 409, 'batch_differs')
    expectRefusal(await confirm({ rows: 2, total: '2000.01' }), 409, 'batch_differs')
    expectEqual('state', batchOf(await confirm({ rows: 2, total: 2000 }))['state'], 'paying')
    const again = await confirm({ rows: 2, total: '2000.00' })
    expectStatus(again, 200)
    expectEqual('idempotent-replayed', again.headers['idempotent-replayed'], 'true', again)
    const until = performance.now() + READY_WITHIN_MS
    for (;;) {
      const outcomes = objectOf('outcomes', batchOf(await world.get(pathOf(batch)))['outcomes'])
      if ((outcomes['waiting'] as Digits).digits === '0') break
      expectTrue('its rows are accepted in time', performance.now() < until)
      await sleep(100)
    }
    const answer = await world.get(`${pathOf(batch)}/rows`)
    for (const one of listOf('rows', objectOf('the body', answer.json, answer)['rows'], answer)) {
      const { transaction_id: id, row: number } = objectOf('a row', one, answer)
      expectMatch('transaction_id', id, /^txn_[0-9a-f]{32}$/, answer)
      const sell = await world.get(`/transactions/v1/${textOf('transaction_id', id)}`)
      const told = objectOf('the transaction', objectOf('the body', sell.json, sell)['transaction'], sell)
      expectEqual(
        'reference',
        told['reference'],
        `${textOf('id', batch['id'])}-${(number as Digits).digits}`,
        sell,
      )
    }
    expectRefusal(await post(world, `${pathOf(batch)}/cancel`, '{}'), 409, 'batch_over')
  }),

  statement('a batch with problems is refused unless the caller skips them', async (world) => {
    const [one = 0] = places(1)
    const rows = [row(one), row(0, { amount: '1' })]
    const batch = await ready(world, JSON.stringify({ rows }))
    const body = JSON.stringify({ rows: 1, total: 1000 })
    expectRefusal(await post(world, `${pathOf(batch)}/confirm`, body), 409, 'batch_has_problems')
    expectEqual('state', batchOf(await post(world, `${pathOf(batch)}/cancel`, ''))['state'], 'cancelled')
    expectRefusal(await post(world, `${pathOf(batch)}/confirm`, body), 409, 'batch_over')
  }),

  statement('the outcomes of a batch are a CSV file with one line for each row', async (world) => {
    const batch = await ready(world, JSON.stringify({ rows: places(3).map((place) => row(place)) }))
    const answer = await world.get(`${pathOf(batch)}/rows.csv`)
    expectStatus(answer, 200)
    expectEqual('content-type', answer.headers['content-type'], 'text/csv; charset=utf-8', answer)
    expectEqual('lines', answer.text.trim().split('\r\n').length, 4, answer)
  }),

  statement(
    'a key without the scope payouts cannot create a batch, and an unknown batch is 404',
    async (world) => {
      const { keys } = world
      const body = JSON.stringify({ rows: [row(0)] })
      const refused = await post(world, PATH, body, { 'svc-sec-key': keys.withDefaultScopes })
      expectRefusal(refused, 403, 'scope_missing')
      expectRefusal(await world.get(UNKNOWN), 404, 'batch_unknown')
      expectRefusal(await world.get(`${PATH}/bat_1`), 404, 'not_found')
      expectRefusal(await post(world, `${UNKNOWN}/confirm`, '{"rows":1,"total":1000}'), 404, 'batch_unknown')
    },
  ),

  statement('a batch without rows, or with a field twice or misspelt, is refused', async (world) => {
    expectRefusal(await post(world, PATH, '{"rows":[]}'), 422, 'field_invalid', 'rows')
    const twice = '{"rows":[{"bank_name":"GTBank","account_number":"0123456789","amount":1,"amount":1000}]}'
    expectRefusal(await post(world, PATH, twice), 400, 'malformed')
    const misspelt = JSON.stringify({ rows: [row(0, { refrence: 'x' })] })
    expectRefusal(await post(world, PATH, misspelt), 422, 'field_unknown', 'rows/0/refrence')
  }),
]
