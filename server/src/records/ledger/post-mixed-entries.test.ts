import { afterAll, expect, test } from 'vitest'
import { createDeliveryWorld } from '../../../test/delivery-world.ts'
import { deliveryFinal, deliveryOpened, gasSpent } from '../../../test/ledger-entries.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { type Asset, money } from '../../kernel/money/money.ts'
import type { AccountKey, Posting } from './account.ts'

const world = await createDeliveryWorld()
const { worker, owner, clock } = world
afterAll(world.close)

type Line = readonly [entry: string, debit: AccountKey, credit: AccountKey, asset: Asset, minor: bigint]

const post = async (ids: readonly string[], lines: readonly Line[]) =>
  owner.query(
    `select post_mixed_entries('test', 'test', $1, $2, array_fill(null::uuid, array[cardinality($2::uuid[])]), $3, $4, $5, $6, $7, $8, $9)`,
    [
      clock.now(),
      ids,
      lines.map(([entry]) => entry),
      lines.map(([, debit]) => debit.kind),
      lines.map(([, debit]) => debit.owner),
      lines.map(([, , credit]) => credit.kind),
      lines.map(([, , credit]) => credit.owner),
      lines.map(([, , , asset]) => asset),
      lines.map(([, , , , minor]) => minor.toString()),
    ],
  )

const shop = { kind: 'business', owner: world.business } as const
const polygon = { kind: 'deposit', owner: 'Polygon' } as const
const clearing = { kind: 'clearing', owner: '' } as const
const suspense = { kind: 'suspense', owner: '' } as const
const balance = async () => {
  const { rows } = await owner.query<{ amount_minor: string }>(
    `select amount_minor from balance where owner = $1 and kind = 'business'`,
    [world.business],
  )
  return rows[0]?.amount_minor
}

test('many entries are posted at once, each with its own postings in their order', async () => {
  const [a, b] = [newId(), newId()]
  await post(
    [a, b],
    [
      [a, polygon, shop, 'NGNC', 100n],
      [b, polygon, shop, 'NGNC', 20n],
      [a, polygon, shop, 'NGNC', 3n],
    ],
  )
  expect(await balance()).toBe('123')
  const { rows } = await owner.query(
    'select ordinal, amount_minor from posting where entry_id = $1 order by ordinal',
    [a],
  )
  expect(rows).toEqual([
    { ordinal: 1, amount_minor: '100' },
    { ordinal: 2, amount_minor: '3' },
  ])
  expect(await world.findings()).toEqual([])
})

test.each<[string, string, (id: string) => Line[]]>([
  ['more than an account holds', 'AF010', (id) => [[id, shop, polygon, 'NGNC', 124n]]],
  [
    'an amount that only the same call adds',
    'AF010',
    (id) => [
      [id, polygon, shop, 'NGNC', 10n],
      [id, shop, polygon, 'NGNC', 130n],
    ],
  ],
  ['an account that cannot hold the asset', 'AF012', (id) => [[id, shop, polygon, 'NGN', 1n]]],
  ['an account against itself', 'AF012', (id) => [[id, shop, shop, 'NGNC', 1n]]],
  ['a posting without its entry', 'AF012', () => [[newId(), polygon, shop, 'NGNC', 1n]]],
  ['an entry without postings', 'AF012', () => []],
  ['an unbalanced clearing account', 'AF013', (id) => [[id, clearing, suspense, 'NGN', 1n]]],
])('%s is refused, and nothing is posted', async (_, code, lines) => {
  const [id, other] = [newId(), newId()]
  await expect(post([id, other], [...lines(id), [other, polygon, shop, 'NGNC', 1n]])).rejects.toMatchObject({
    code,
  })
  expect(await balance()).toBe('123')
})

test('a refusal names the change, or the step if many entries are posted', async () => {
  const id = newId()
  await expect(post([id], [[id, shop, polygon, 'NGNC', 124n]])).rejects.toThrow(
    'step test: an account would fall below zero',
  )
  await expect(
    owner.query(
      `select post_entry($1, 'test', null, 'test', $2, array['business']::account_kind[], array[$3], array['deposit']::account_kind[],
         array['Polygon'], array['NGNC']::asset[], array[124]::positive_minor[])`,
      [id, clock.now(), world.business],
    ),
  ).rejects.toThrow(`a change of -124 NGNC would take business:${world.business} below zero`)
})

test('the entries of an opened and a final transfer match the documented tables', async () => {
  const lane = await world.openLane()
  const [buy = ''] = await world.clear(1)
  const at = clock.now()
  const { rows: taken } = await worker.query<{ fence: string }>(
    `select take_lane($1, 'test', $2, 15000) as fence`,
    [lane.id, at],
  )
  const held = [lane.id, taken[0]?.fence]
  await worker.query('select check_lane($1, $2, 0, 0, $3)', [...held, at])
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [...held, at])
  const { rows: opened } = await worker.query<{ transfer_id: string }>(
    'select transfer_id from open_transfers($1, $2, 50, $3)',
    [...held, at],
  )
  const signed = { transfer_id: opened[0]?.transfer_id, kind: 'pay', raw: '02', hash: '0x1', fees: {} }
  await worker.query('select store_signed($1, $2, $3, $4)', [...held, JSON.stringify([signed]), at])
  const end = { ...signed, state: 'final_ok', evidence: {}, gas_units: '51000' }
  await worker.query('select finish_transfers($1, $2, $3, $4)', [...held, JSON.stringify([end]), at])

  const amounts = { transactionId: buy, amount: money('NGN', 100_000n), fee: money('NGN', 100n) }
  expect(await postingsOf(buy, 'delivery_opened')).toEqual(written(deliveryOpened(amounts, lane)))
  expect(await postingsOf(buy, 'delivery_final')).toEqual(
    written([...deliveryFinal(amounts, lane), ...gasSpent('Polygon', money('POL', 51_000n))]),
  )
  expect(await world.findings()).toEqual([])
})

async function postingsOf(transactionId: string, step: string) {
  const { rows } = await owner.query(
    `select p.debit_kind, p.debit_owner, p.credit_kind, p.credit_owner, p.asset, p.amount_minor
     from entry e join posting p on p.entry_id = e.id where e.transaction_id = $1 and e.step = $2 order by p.ordinal`,
    [transactionId, step],
  )
  return rows
}

function written(postings: readonly Posting[]) {
  return postings.map(({ debit, credit, amount }) => ({
    debit_kind: debit.kind,
    debit_owner: debit.owner,
    credit_kind: credit.kind,
    credit_owner: credit.owner,
    asset: amount.asset,
    amount_minor: amount.minor.toString(),
  }))
}
