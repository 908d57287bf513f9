import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createLaneWorld } from '../../../../test/lane-world.ts'
import { createPayoutWorld } from '../../../../test/payout-world.ts'
import { formatId, newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { declareRails } from '../../../movements/collections/rail-terms-store.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import {
  listLosingPlans,
  noteLosingPlans,
  readMargin,
  readMargins,
} from '../../../records/fees/margin-store.ts'
import { clearBuy } from '../../../records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../../records/transactions/transaction-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const [world, paying] = await Promise.all([createLaneWorld(), createPayoutWorld()])
const { owner, worker, clock } = world
afterAll(async () => Promise.all([world.close(), paying.close()]))

/** A source quoted a coin of gas at this price, this long ago. */
const quote = async (pair: string, price: string, ageMs = 0) => {
  const id = newId()
  await worker.query('insert into rate_reading (id, source, read_at) values ($1, $2, $3)', [
    id,
    'coingecko',
    clock.now(),
  ])
  await worker.query('insert into rate_quote values ($1, $2, $3, $3, $4)', [
    id,
    pair,
    price,
    new Date(clock.now().getTime() - ageMs),
  ])
}
/** A buy that was paid through a vendor that kept part of the payment, and delivered. */
const deliver = async (naira: number, feeMinor: bigint, keptMinor: bigint): Promise<string> => {
  const id = await world.claim(world.business, world.account, naira, {
    fee: money('NGN', feeMinor),
    wallet: { network: 'Polygon', address: `0x${newId().replaceAll('-', '')}00000000` },
  })
  const line = world.paymentOf(world.account, BigInt(naira) * 100n, world.account.payer)
  await world.record(world.account, [{ ...line, settledMinor: line.grossMinor - keptMinor }])
  await world.match(world.account)
  const buy = (await findTransaction(worker, id)) ?? expect.fail('there is no such buy')
  await clearBuy(worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
  await world.round()
  await world.settle()
  expect(await world.statusOf(id)).toBe('completed')
  return id
}
const gasOf = async (id: string): Promise<bigint> => {
  const { rows } = await owner.query<{ gas: string }>(
    `select f.gas_units::text as gas from transfer f join transfer_right r on r.id = f.right_id where r.transaction_id = $1`,
    [id],
  )
  return BigInt(rows[0]?.gas ?? 0)
}
const since = () => new Date(Date.now() - 86_400_000)
const report = async (by: 'business' | 'plan' | 'rail') =>
  readMargins(owner, { mode: 'test', by, since: since() })

test('gas without a price of its day counts as nothing, and the margin says so', async () => {
  await quote('POL/NGN', '999999', 25 * 3_600_000)
  const id = await deliver(1_000, 500n, 300n)
  expect(await readMargin(owner, id)).toEqual({
    feeMinor: 500n,
    vendorFeeMinor: 300n,
    gasMinor: 0n,
    marginMinor: 200n,
    hasUnpricedGas: true,
  })
})

test('a buy earns its fee less what the vendor kept and the gas at the price of that time', async () => {
  clock.advance(3_600_000)
  await quote('POL/NGN', '268.45', 60_000)
  const id = await deliver(1_001, 700n, 250n)
  const units = await gasOf(id)
  expect(units).toBeGreaterThan(0n)
  const kobo = units * 26_845n
  const gasMinor = (kobo + 10n ** 18n - 1n) / 10n ** 18n
  expect(gasMinor).toBeGreaterThan(0n)
  const margin = { feeMinor: 700n, vendorFeeMinor: 250n, gasMinor, marginMinor: 450n - gasMinor }
  expect(await readMargin(owner, id)).toEqual({ ...margin, hasUnpricedGas: false })
  // A later price changes nothing.
  clock.advance(1_000)
  await quote('POL/NGN', '1')
  expect(await readMargin(owner, id)).toEqual({ ...margin, hasUnpricedGas: false })
})

test('the fee of a payment belongs to the first transaction that was given it, once', async () => {
  const { rows } = await owner.query<{ margins: string; booked: string }>(
    `select (select sum(vendor_fee_minor) from transaction_margin)::text as margins,
       (select sum(amount_minor) from posting where debit_kind = 'expense' and debit_owner = 'bank')::text as booked`,
  )
  expect(rows[0]?.margins).toBe(rows[0]?.booked)
})

test('the margins of many are the sum of each, by business, plan and rail', async () => {
  const [byBusiness, byPlan, byRail] = [await report('business'), await report('plan'), await report('rail')]
  for (const [lines, subject] of [
    [byBusiness, 'business-1'],
    [byPlan, '0+0bps'],
    [byRail, 'statement'],
  ] as const) {
    expect(lines).toMatchObject([
      { subject, transactions: 2, amountMinor: 200_100n, feeMinor: 1_200n, unpriced: 1 },
    ])
    expect(lines[0]?.vendorFeeMinor).toBe(550n)
  }
})

test('a business that lost money in a week with twenty transactions is noted, and forgotten when it no longer does', async () => {
  for (let made = 0; made < 17; made += 1) await deliver(2_000 + made, 10n, 90n)
  // The look is a week that ends now by the clock of the ids, which is the real one.
  expect(await noteLosingPlans(worker, new Date())).toBe(0)
  await deliver(3_000, 10n, 90n)
  expect(await noteLosingPlans(worker, new Date())).toBe(1)
  expect(await noteLosingPlans(worker, new Date())).toBe(1)
  const [losing] = await listLosingPlans(owner)
  expect(losing).toMatchObject({ linkTag: 'business-1', mode: 'test', transactions: 20 })
  expect(losing?.marginMinor).toBeLessThan(-700n)
  await deliver(4_000, 100_000n, 0n)
  expect(await noteLosingPlans(worker, new Date())).toBe(0)
  expect(await listLosingPlans(owner)).toEqual([])
})

test('what a payout cost is part of the margin of its sell', async () => {
  const account = await paying.openAccount('paystack', 100_000)
  paying.payer.has(100_000_00n)
  const [sell = ''] = await paying.clear(1, 2_000)
  await paying.round(account)
  paying.payer.settle('success')
  for (let turn = 0; turn < 3; turn += 1) {
    paying.clock.advance(30_000)
    await paying.round(account)
  }
  expect(await paying.statusOf(sell)).toBe('completed')
  expect(await readMargin(paying.owner, sell)).toEqual({
    feeMinor: 100n,
    vendorFeeMinor: 5_000n,
    gasMinor: 0n,
    marginMinor: -4_900n,
    hasUnpricedGas: false,
  })
})

test('operators read margins, and are warned of a plan that loses money before they propose it', async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  await hireOperator(owner, { email: 'bisi@afara.test', name: 'bisi', ...why })
  const cost = { millionths: 10_750n, fixedMinor: 0n, mostMinor: 215_000n }
  const rail = { vendor: 'kora', traits: { settles: 'next_working_day', cost } }
  // Only what it declares is read.
  const rails = { live: [], test: [rail] } as unknown as Parameters<typeof declareRails>[1]
  await declareRails(worker, rails, clock.now())
  clock.advance(1_000)
  await declareRails(worker, rails, clock.now())
  expect((await owner.query('select * from rail_terms')).rowCount).toBe(1)
  const ops = async (line: string, ...more: string[]) => {
    const out: string[] = []
    await runOps(['ops', ...line.split(' '), ...more], {
      readSigning: softwareSigning,
      ...connectAs(world.ownerUrl, 'bisi@afara.test'),
      readStatementFormats: async () => [],
      readWalletRules: async () => wireWalletRules(),
      readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
      print: (text) => out.push(text),
      printError: (text) => out.push(text),
    })
    return out.join('\n')
  }
  expect(await ops('margin --mode test')).toMatch(/business-1 +21 +1[89] +₦/)
  expect(await ops('margin --mode test --by plan')).toContain('₦0.00 + 0 bps')
  expect(await ops('margin --by moon')).toContain('--by must be business, plan, rail')
  const id = await deliver(5_000, 700n, 250n)
  expect(await ops(`show ${formatId('transaction', id)}`)).toMatch(
    /margin +₦4\.\d\d: fee ₦7\.00, vendors ₦2\.50, gas/,
  )
  const terms = 'business terms business-1 --mode test --fee-bps'
  expect(await ops(`${terms} 50`, '--reason', 'a test')).toContain(
    'Warning: these fees lose money on payments through kora: a buy of ₦200,000.00 brings ₦1,000.00 and costs about ₦2,150.00.',
  )
  expect(await ops(`${terms} 150`, '--reason', 'a test')).not.toContain('Warning')
})
