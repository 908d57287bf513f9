import { findTransactions } from '@afara/server/flows/transactions/read-transactions.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { holdLane } from '@afara/server/movements/transfers/hold-lane-store.ts'
import { checkLane, noteReading } from '@afara/server/movements/transfers/lane-store.ts'
import { openTransfers, storeSigned } from '@afara/server/movements/transfers/transfer-store.ts'
import { sequenceEvents } from '@afara/server/records/transactions/feed/feed-store.ts'
import type { TransactionView } from '@afara/server/records/transactions/lists/transaction-view.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeliveryWorld } from '../delivery-world.ts'
import { createSellingWorld } from '../selling-world.ts'

const delivering = await createDeliveryWorld()
const selling = await createSellingWorld()
const HASH = `0x${'ab'.repeat(32)}`
const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Reads addresses of one network, as an API does. */
const addresses = {
  judgeOwn: (network: string, text: string) =>
    network === 'Polygon' && text === ADDRESS.toLowerCase()
      ? ({ outcome: 'fine', address: ADDRESS } as const)
      : ({ outcome: 'refused', code: 'wallet_address_invalid', message: 'no address' } as const),
}

type World = Pick<typeof delivering, 'api'>

let buy = ''
let transferId = ''

beforeAll(async () => {
  const { clock, worker } = delivering
  const { id: laneId } = await delivering.openLane()
  const [cleared = ''] = await delivering.clear(1)
  buy = cleared
  const held = await holdLane(worker, { laneId, holder: 'test', at: clock.now(), leaseMs: 60_000 })
  if (held === undefined) throw new Error('the lane is there and free')
  await checkLane(worker, held, { chainLatest: 0n, businesses: [], journalNext: 0n, at: clock.now() })
  const plenty = { tokensMinor: 10n ** 12n, gasUnits: 10n ** 20n, gasEachUnits: 1n }
  await noteReading(worker, held, { ...plenty, at: clock.now() })
  const [transfer] = await openTransfers(worker, held, 50, clock.now())
  transferId = transfer?.transferId ?? ''
  const terms = { maxFeePerGas: '2', maxPriorityFeePerGas: '1', gas: '60000' }
  const signed = { transferId, kind: 'pay' as const, raw: Buffer.from('02'), hash: HASH, terms }
  await storeSigned(worker, held, [signed], clock.now())
})
afterAll(async () => {
  await delivering.close()
  await selling.close()
})

const idOf = (told: TransactionView | undefined) => {
  if (told === undefined) return undefined
  if (told.type === 'buy') return told.buy.id
  return told.type === 'sell' ? told.sell.id : told.withdrawal.id
}

async function find({ api }: World, businessId: string, text: string, mode: 'test' | 'live' = 'test') {
  const found = await findTransactions({ pool: api, addresses }, { businessId, mode }, text).catch(
    (error: unknown) => error as { code: string },
  )
  return 'code' in found ? found.code : { as: found.foundAs, ids: found.transactions.map(idOf) }
}

/** Asserts that its own business finds the transaction, and no other does. */
async function expectFound(
  world: World & Pick<typeof delivering, 'openBusiness'>,
  owner: string,
  text: string,
  as: string,
  id: string,
) {
  expect(await find(world, owner, text), text).toEqual({ as, ids: [id] })
  expect(await find(world, await world.openBusiness(), text), text).toBe('transaction_unknown')
  expect(await find(world, owner, text, 'live'), text).toBe('transaction_unknown')
}

test('a buy is found by all of its ids and references', async () => {
  const { owner, business } = delivering
  const { rows } = await owner.query<{ line: string; session: string; reference: string }>(
    `select a.line_id as line, l.session_id as session, t.reference from allocation a join bank_line l on l.id = a.line_id
     join transaction t on t.id = a.transaction_id where t.id = $1`,
    [buy],
  )
  const { line = '', session = '', reference = '' } = rows[0] ?? {}
  const found = async (text: string, as: string) => expectFound(delivering, business, text, as, buy)
  await found(formatId('transaction', buy), 'transaction')
  await found(formatId('credit', line), 'credit')
  await found(formatId('transfer', transferId), 'transfer')
  await found(session, 'session')
  await found(HASH, 'hash')
  await found(HASH.toUpperCase().replace('0X', '0x'), 'hash')
  await found(reference, 'reference')
})

test('a buy is found by its events after they have a position', async () => {
  const { owner, worker, business } = delivering
  // Writers in other databases of the cluster can delay the position of an event.
  const countWithoutPosition = async () => {
    await sequenceEvents(worker)
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::integer as count from transaction_event e left join event_position p on p.event_id = e.id
       where e.transaction_id = $1 and p.event_id is null`,
      [buy],
    )
    return rows[0]?.count
  }
  await expect.poll(countWithoutPosition, { timeout: 30_000, interval: 20 }).toBe(0)
  const { rows } = await owner.query<{ id: string }>(
    'select id from transaction_event where transaction_id = $1',
    [buy],
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { id } of rows) await expectFound(delivering, business, formatId('event', id), 'event', buy)
})

test('a buy is found by its pay link', async () => {
  const { owner, business, clock } = delivering
  const link = newId()
  await owner.query(
    `insert into pay_link (id, business_id, mode, transaction_id, token, created_at, expires_at)
     values ($1, $2, 'test', $3, 'abcdefghijklmnopqrstuv', $4::timestamptz, $4::timestamptz + interval '1 hour')`,
    [link, business, buy, clock.now()],
  )
  await expectFound(delivering, business, formatId('payLink', link), 'pay_link', buy)
})

test('a sell is found by its payout, its session id, and its address in any spelling', async () => {
  const { owner, clock } = selling
  await selling.openPayoutAccount('one', 1_000_000)
  const { shop, sell } = await selling.sell(5_000)
  await selling.advance(sell)
  await selling.losePayout(sell)
  const { rows } = await owner.query<{ id: string }>(
    'select o.id from payout o join payout_right r on r.id = o.right_id where r.transaction_id = $1',
    [sell],
  )
  const payout = rows[0]?.id ?? ''
  await owner.query(
    `insert into payout_reading (id, payout_id, at, kind, session_id) values (uuidv7(), $1, $2, 'pending', '000013261115093001000123456789')`,
    [payout, clock.now()],
  )
  await owner.query(`insert into deposit_address values ('test', 'Polygon', $1, $2, $3)`, [
    ADDRESS,
    sell,
    clock.now(),
  ])
  const found = async (text: string, as: string) => expectFound(selling, shop, text, as, sell)
  await found(formatId('payout', payout), 'payout')
  await found('000013261115093001000123456789', 'session')
  await found(ADDRESS, 'deposit_address')
  await found(ADDRESS.toLowerCase(), 'deposit_address')
})

test.each(['nothing', '%', "'; drop table transaction; --", 'txn_x', 'crd_01a1dcc5c0de7b3f8a1c22d3e4f5a6b7'])(
  'a text without a match is unknown: %s',
  async (text) => {
    expect(await find(delivering, delivering.business, text)).toBe('transaction_unknown')
  },
)
