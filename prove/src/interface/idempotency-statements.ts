import { acceptedTransaction, expectFirst, expectReplayOf } from './accepted.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectMatch, expectStatus, expectTrue } from './expect.ts'
import { expectRefusal, problemOf } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import { type Changes, polygonWallet } from './world.ts'

const named = (key: string) => ({ headers: { 'idempotency-key': key } })

/** Pairs of requests with the same meaning in different spellings. */
const equals: ReadonlyArray<readonly [what: string, first: Changes, again: Changes]> = [
  ['15000 and 15000.00', { amount: spelled('15000') }, { amount: spelled('15000.00') }],
  ['15000 and "15000"', { amount: spelled('15000') }, { amount: spelled('"15000"') }],
  ['"15000.50" and 15000.5', { amount: spelled('"15000.50"') }, { amount: spelled('15000.5') }],
  ['a bank and its code', { bank_name: 'GTBank' }, { bank_name: '058' }],
  ['two names of a bank', { bank_name: 'GTBank' }, { bank_name: 'Guaranty Trust Bank' }],
  ['a network in two cases', { network: 'Polygon' }, { network: 'POLYGON' }],
  ['an address with and without capitals', {}, { wallet_address: polygonWallet.toLowerCase() }],
  ['a vendor in two cases', {}, { vendor_name: 'test only: shared collections' }],
]

const differences: ReadonlyArray<readonly [what: string, again: Changes]> = [
  ['amount', { amount: spelled('15000.01') }],
  ['vendor account', { vendor_name: 'TEST ONLY: Drained', vendor_number: '1000000002' }],
  ['payer’s bank', { bank_name: 'Zenith Bank' }],
  ['payer’s account', { account_number: '0123456780' }],
  ['payer’s name', { account_name: 'SOMEBODY ELSE' }],
  ['network', { network: 'Avalanche' }],
  ['wallet', { wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
]

export const idempotencyStatements: readonly Statement[] = [
  statement(
    'the same reference with the same content returns the first transaction, and says so',
    async (world) => {
      const reference = world.unused()
      const first = await world.buy({ reference })
      const again = await world.buy({ reference })
      expectReplayOf(again, expectFirst(first))
      expectEqual('the transaction', acceptedTransaction(again), acceptedTransaction(first))
    },
  ),

  ...equals.map(([what, first, again]) =>
    statement(`the content counts, not its spelling: ${what} are the same`, async ({ buy, unused }) => {
      const reference = unused()
      const id = expectFirst(await buy({ reference, ...first }))
      expectReplayOf(await buy({ reference, ...again }), id)
    }),
  ),

  ...differences.map(([what, again]) =>
    statement(
      `the same reference with another ${what} is 409 and names the first`,
      async ({ buy, unused }) => {
        const reference = unused()
        const id = expectFirst(await buy({ reference }))
        const answer = await buy({ reference, ...again })
        expectRefusal(answer, 409, 'reference_conflict', 'reference')
        expectEqual('transaction_id', problemOf(answer, 'reference')['transaction_id'], id, answer)
      },
    ),
  ),

  statement(
    'a reference is unique within a business: another business may use the same',
    async ({ buy, parties, unused }) => {
      const reference = unused()
      const ids = [await buy({ reference }), await buy({ reference }, { as: parties.zainab })].map(
        expectFirst,
      )
      expectTrue('two transactions', ids[0] !== ids[1])
    },
  ),

  statement(
    'a reference is unique within a mode: the other mode may use the same',
    async ({ buy, unused }) => {
      const reference = unused()
      const ids = [await buy({ reference }), await buy({ reference }, { mode: 'live' })].map(expectFirst)
      expectTrue('two transactions', ids[0] !== ids[1])
    },
  ),

  statement('a sell cannot use the reference of a buy', async ({ buy, sell, unused }) => {
    const reference = unused()
    expectFirst(await buy({ reference }))
    expectRefusal(await sell({ reference }), 409, 'reference_conflict', 'reference')
  }),

  ...['a', 'A.b_c-9', 'x'.repeat(64)].map((reference) =>
    statement(`"${reference}" is a reference`, async ({ buy }) => {
      expectEqual('reference', acceptedTransaction(await buy({ reference }))['reference'], reference)
    }),
  ),

  ...['', 'x'.repeat(65), 'two words', 'ọrẹ', 'a/b', 'a\n'].map((reference) =>
    statement(`${JSON.stringify(reference)} is not a valid reference: 422`, async ({ buy }) => {
      expectRefusal(await buy({ reference }), 422, 'field_invalid', 'reference')
    }),
  ),

  statement(
    'the same Idempotency-Key with the same content returns the first buy',
    async ({ buy, unused }) => {
      const how = named(unused())
      const id = expectFirst(await buy({}, how))
      expectReplayOf(await buy({}, how), id)
    },
  ),

  statement(
    'the same Idempotency-Key with other content is 409 and names the first',
    async ({ buy, unused }) => {
      const how = named(unused())
      const id = expectFirst(await buy({}, how))
      const answer = await buy({ amount: spelled('15001') }, how)
      expectRefusal(answer, 409, 'idempotency_key_conflict', 'Idempotency-Key')
      expectMatch('the answer', answer.text, new RegExp(id), answer)
    },
  ),

  statement('the same Idempotency-Key returns the first sell and takes the balance once', async (world) => {
    const how = named(world.unused())
    const changes = { amount: spelled('3001') }
    const id = expectFirst(await world.sell(changes, how))
    expectReplayOf(await world.sell(changes, how), id)
    const { rows } = await world.records.query(
      `select count(*)::int as takings from posting where credit_owner = (
         select id::text from transaction where 'txn_' || replace(id::text, '-', '') = $1)`,
      [id],
    )
    expectEqual('how often tokens were taken', rows, [{ takings: 1 }])
  }),

  statement(
    'an Idempotency-Key and a reference with the same text do not conflict',
    async ({ buy, unused }) => {
      const word = unused()
      const ids = [await buy({ reference: word }), await buy({}, named(word))].map(expectFirst)
      expectTrue('two transactions', ids[0] !== ids[1])
    },
  ),

  statement(
    'a request can be repeated with its reference or with its Idempotency-Key',
    async ({ buy, unused }) => {
      const [reference, key] = [unused(), unused()]
      const id = expectFirst(await buy({ reference }, named(key)))
      expectReplayOf(await buy({ reference }, named(key)), id)
      expectReplayOf(await buy({ reference }), id)
      expectReplayOf(await buy({}, named(key)), id)
    },
  ),

  statement(
    'a new Idempotency-Key with a known reference belongs to that transaction from then on',
    async ({ buy, unused }) => {
      const [reference, key] = [unused(), unused()]
      const id = expectFirst(await buy({ reference }))
      expectReplayOf(await buy({ reference }, named(key)), id)
      expectReplayOf(await buy({}, named(key)), id)
    },
  ),

  statement('a reference and a key of two different transactions are 409', async ({ buy, unused }) => {
    const [reference, key] = [unused(), unused()]
    expectFirst(await buy({ reference }))
    expectFirst(await buy({}, named(key)))
    expectRefusal(await buy({ reference }, named(key)), 409, 'idempotency_key_conflict', 'Idempotency-Key')
  }),

  statement('a known key with a new reference is 409', async ({ buy, unused }) => {
    const key = unused()
    expectFirst(await buy({ reference: unused() }, named(key)))
    expectRefusal(
      await buy({ reference: unused() }, named(key)),
      409,
      'idempotency_key_conflict',
      'Idempotency-Key',
    )
  }),

  statement(
    'a request whose Idempotency-Key conflicts does not use up its reference',
    async ({ buy, unused }) => {
      const [key, reference] = [unused(), unused()]
      expectFirst(await buy({ reference: unused() }, named(key)))
      expectRefusal(await buy({ reference }, named(key)), 409, 'idempotency_key_conflict')
      expectFirst(await buy({ reference }))
    },
  ),

  statement(
    'a refusal is not remembered: the corrected request is accepted with the same reference',
    async (world) => {
      const reference = world.unused()
      expectRefusal(await world.buy({ reference, amount: spelled('1') }), 422, 'amount_below_minimum')
      expectFirst(await world.buy({ reference }))
    },
  ),

  statement('nor is a refusal remembered for an Idempotency-Key', async ({ sell, unused, parties }) => {
    const how = { ...named(unused()), as: parties.withFees }
    expectRefusal(await sell({ amount: spelled('90000000') }, how), 422, 'insufficient_balance')
    expectFirst(await sell({ amount: spelled('3002') }, how))
  }),

  ...['k', '!#$%&~', 'k'.repeat(255), '7d3b9c1e-0000-4000-8000-000000000000'].map((key) =>
    statement(`"${key.slice(0, 40)}" of ${key.length} characters is an Idempotency-Key`, async ({ buy }) => {
      const id = expectFirst(await buy({}, named(key)))
      expectReplayOf(await buy({}, named(key)), id)
    }),
  ),

  ...['', 'k'.repeat(256), 'two words'].map((key) =>
    statement(
      `"${key.slice(0, 40)}" of ${key.length} characters is not a valid Idempotency-Key: 422`,
      async ({ buy }) => {
        expectRefusal(await buy({}, named(key)), 422, 'idempotency_key_invalid', 'Idempotency-Key')
      },
    ),
  ),

  statement('an Idempotency-Key belongs to one business and one mode', async ({ buy, parties, unused }) => {
    const how = named(unused())
    const answers = [
      await buy({}, how),
      await buy({}, { ...how, as: parties.zainab }),
      await buy({}, { ...how, mode: 'live' }),
    ]
    expectEqual('how many transactions', new Set(answers.map(expectFirst)).size, 3)
  }),

  statement(
    'every POST accepts an Idempotency-Key: a drill is started only once too',
    async ({ api, parties, unused }) => {
      const headers = { 'svc-sec-key': parties.obi.keys.test, 'idempotency-key': unused() }
      const answers = [
        await api.ask('/drills/v1', { method: 'POST', headers }),
        await api.ask('/drills/v1', { method: 'POST', headers }),
      ]
      for (const answer of answers) expectStatus(answer, 202)
      const ids = answers.map(({ text }) => /txn_[0-9a-f]{32}/.exec(text)?.[0])
      expectEqual('the second id', ids[1], ids[0])
      expectEqual('Idempotent-Replayed', answers[1]?.headers['idempotent-replayed'], 'true')
    },
  ),
]
