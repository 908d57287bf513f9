import { acceptedId, acceptedTransaction } from './accepted.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectStatus, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { World } from './world.ts'

/** The key determines the business and the mode. Records of one mode never touch the other. */
export const modeStatements: readonly Statement[] = [
  statement(
    'requests with a test key are recorded in test mode, and requests with a live key in live mode',
    async (world) => {
      for (const mode of ['test', 'live'] as const) {
        const id = acceptedId(await world.buy({}, { mode }))
        const { rows } = await world.records.query(
          `select t.mode as transaction, b.mode as buy, a.mode as account from transaction t
         join buy b on b.transaction_id = t.id join vendor_account a on a.id = b.vendor_account_id
         where 'txn_' || replace(t.id::text, '-', '') = $1`,
          [id],
        )
        expectEqual('the modes', rows, [{ transaction: mode, buy: mode, account: mode }])
      }
    },
  ),

  statement(
    'a live sell does not take from the test balance, nor a test sell from the live one',
    async (world) => {
      const as = world.parties.withLiveBalance
      const before = await balances(world, as.uuid)
      expectRefusal(await world.sell({}, { as, mode: 'test' }), 422, 'insufficient_balance')
      acceptedTransaction(await world.sell({ amount: spelled('101') }, { as, mode: 'live' }))
      const after = await balances(world, as.uuid)
      expectEqual('the test balance', after['test'], before['test'])
      expectEqual('the live balance', BigInt(before['live'] ?? 0) - BigInt(after['live'] ?? 0), 10_100n)
    },
  ),

  statement(
    'a transaction of the other mode or of another business is 404, like an unknown one',
    async (world) => {
      const { api, get, parties } = world
      const headers = { 'svc-sec-key': parties.obi.keys.test }
      const started = await api.ask('/drills/v1', { method: 'POST', headers })
      expectStatus(started, 202)
      const [id = ''] = /txn_[0-9a-f]{32}/.exec(started.text) ?? []
      expectStatus(await get(`/drills/v1/${id}`), 200)
      const never = `txn_${id.slice(4).split('').toReversed().join('')}`
      const answers = [
        await get(`/drills/v1/${id}`, parties.zainab.keys.test),
        await get(`/drills/v1/${id}`, parties.obi.keys.live),
        await get(`/drills/v1/${never}`),
      ]
      // The answer names the id that was asked for, and nothing else may differ.
      const bodies = answers.map((answer, place) =>
        String(expectRefusal(answer, 404, 'transaction_unknown')['message']).replace(
          place === 2 ? never : id,
          'the id',
        ),
      )
      expectTrue('all three answers are the same', new Set(bodies).size === 1)
    },
  ),
]

async function balances({ records }: World, owner: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await records.query<{ mode: string; amount: string }>(
    `select mode, amount_minor::text as amount from balance where owner = $1 and kind = 'business'`,
    [owner],
  )
  return Object.fromEntries(rows.map(({ mode, amount }) => [mode, amount]))
}
