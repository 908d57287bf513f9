import { acceptedId } from './accepted.ts'
import { startAnotherApi } from './another-api.ts'
import type { Answer } from './caller.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectStatus, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import { onramp, type World } from './world.ts'

const AT_ONCE = 200

/** A request that is sent many times at once takes effect once. */
export const raceStatements: readonly Statement[] = [
  statement('200 simultaneous posts of one reference create one transaction', async (world) => {
    const reference = world.unused()
    const answers = await atOnce(async () => world.buy({ reference }))
    expectOneFirst(answers)
    expectEqual('rows', await countTransactions(world, reference), 1)
  }),

  statement(
    '200 simultaneous posts of one Idempotency-Key create one sell, and the balance is debited once',
    async (world) => {
      const headers = { 'idempotency-key': world.unused() }
      const before = await readBalance(world)
      const answers = await atOnce(async () => world.sell({ amount: spelled('4001') }, { headers }))
      expectOneFirst(answers)
      expectEqual('the balance', before - (await readBalance(world)), 400_100n)
    },
  ),

  statement(
    '200 simultaneous posts of one reference with two contents: one content is accepted, the other is 409',
    async (world) => {
      const reference = world.unused()
      const amounts = ['15000', '16000']
      const answers = await atOnce(async (number) =>
        world.buy({ reference, amount: spelled(amounts[number % 2] ?? '') }),
      )
      const accepted = answers.filter(({ status }) => status === 200)
      expectOneFirst(accepted)
      expectEqual('how many won', accepted.length, AT_ONCE / 2)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 409, 'reference_conflict')
      }
      expectEqual('rows', await countTransactions(world, reference), 1)
    },
  ),

  statement(
    '200 equal simultaneous sells without a reference: one is accepted, the others are possible duplicates',
    async (world) => {
      const answers = await atOnce(async () => world.sell({ amount: spelled('4002') }))
      expectEqual('how many were accepted', answers.filter(({ status }) => status === 200).length, 1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 409, 'possible_duplicate')
      }
    },
  ),

  statement(
    '50 simultaneous sells that together exceed the balance: only as many as the balance covers are accepted',
    async (world) => {
      const as = world.parties.withLiveBalance
      const answers = await atOnce(
        async () =>
          world.sell({ amount: spelled('100000'), reference: world.unused() }, { as, mode: 'live' }),
        50,
      )
      // The balance is 1,000,000. Another statement may have sold 500.25 of it, so nine or ten sells succeed.
      const accepted = answers.filter(({ status }) => status === 200).length
      const { rows } = await world.records.query<{ left: string }>(
        `select amount_minor::text as left from balance where owner = $1 and kind = 'business' and mode = 'live'`,
        [as.uuid],
      )
      expectTrue('less than one more is left', BigInt(rows[0]?.left ?? 0) < 10_000_000n)
      expectTrue('nine or ten fit', accepted === 9 || accepted === 10)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, 422, 'insufficient_balance')
      }
    },
  ),

  statement(
    '200 different simultaneous buys create 200 transactions, each with its own answer',
    async (world) => {
      const answers = await atOnce(async (number) => world.buy({ amount: spelled(`${20_000 + number}.01`) }))
      expectEqual('how many ids', new Set(answers.map(acceptedId)).size, AT_ONCE)
      for (const [number, answer] of answers.entries()) {
        expectTrue('its own amount', answer.text.includes(`"amount":${20_000 + number}.01,`), answer)
      }
    },
  ),

  statement('one bad request among many simultaneous ones fails alone', async (world) => {
    const answers = await atOnce(async (number) =>
      world.buy(number % 10 === 0 ? { amount: spelled('1') } : {}),
    )
    for (const [number, answer] of answers.entries()) expectStatus(answer, number % 10 === 0 ? 422 : 200)
  }),

  statement(
    'simultaneous posts of one reference to two api processes create one transaction',
    async (world) => {
      const other = await startAnotherApi(world.stack)
      try {
        const reference = world.unused()
        const answers = await atOnce(async (number) =>
          number % 2 === 0
            ? world.buy({ reference })
            : other.ask(onramp, {
                method: 'POST',
                body: world.buyBody({ reference }),
                headers: { 'svc-sec-key': world.parties.obi.keys.test, 'content-type': 'application/json' },
              }),
        )
        expectOneFirst(answers)
        expectEqual('rows', await countTransactions(world, reference), 1)
      } finally {
        await other.stop()
      }
    },
  ),
]

async function atOnce(ask: (number: number) => Promise<Answer>, count = AT_ONCE): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, async (_, number) => ask(number)))
}

/** Expects that all replies have the same transaction, and that exactly one of them is not a replay. */
function expectOneFirst(answers: readonly Answer[]): void {
  expectEqual('how many ids', new Set(answers.map(acceptedId)).size, 1)
  const firsts = answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
  expectEqual('how many are not replays', firsts.length, 1)
}

async function countTransactions({ records }: World, reference: string): Promise<number> {
  const { rows } = await records.query<{ count: number }>(
    'select count(*)::int from transaction where reference = $1',
    [reference],
  )
  return rows[0]?.count ?? 0
}

async function readBalance({ records, parties }: World): Promise<bigint> {
  const { rows } = await records.query<{ amount: string }>(
    `select amount_minor::text as amount from balance where owner = $1 and kind = 'business' and mode = 'test'`,
    [parties.obi.uuid],
  )
  return BigInt(rows[0]?.amount ?? 0)
}
