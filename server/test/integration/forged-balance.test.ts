import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { clearBuy, clearWithdrawal } from '../../src/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '../../src/records/transactions/transaction-store.ts'
import { requestWithdrawal } from '../request-withdrawal.ts'
import { asking, createVaultWorld } from '../vault-world.ts'

const screening = { list: undefined, subjects: [], hits: [] }
let world: Awaited<ReturnType<typeof createVaultWorld>>
let signer: Awaited<ReturnType<typeof world.start>>

beforeAll(async () => {
  world = await createVaultWorld()
  signer = await world.start('balances', {}, '0')
})
afterAll(async () => world.stop())

/** Withdraws tokens of a balance, and returns the answer of the signer. */
async function withdraw(businessId: string, minor: bigint): Promise<string | undefined> {
  const { api, worker, clock } = world
  const at = clock.now()
  const wallet = { network: 'Polygon', address: `0x${randomBytes(20).toString('hex')}` }
  const id = await requestWithdrawal(api, { businessId, amount: money('NGNC', minor), wallet, at })
  const transaction = await findTransaction(worker, id)
  if (transaction === undefined) throw new Error('there is no such withdrawal')
  await clearWithdrawal(worker, { transaction, screening, wallet: { outcome: 'known' } }, at)
  const transfer = (await world.openDue()).find((one) => one.transactionId === id)
  if (transfer === undefined) throw new Error('the withdrawal has no transfer')
  const [answer] = await signer.sign(asking(transfer))
  if (answer?.outcome === 'signed') await world.store(transfer, answer)
  else await world.store(transfer, (await signer.sign(asking(transfer, { kind: 'cancel' })))[0], 'cancel')
  return answer?.code ?? answer?.outcome
}

/** Pays a buy without a wallet, so that its tokens are credited to the balance. Returns their amount. */
async function buyToBalance(businessId: string, naira: number): Promise<bigint> {
  const { account, worker, clock } = world
  const id = await world.claim(businessId, account, naira, { fee: money('NGN', 100n) })
  await world.record(account, [world.paymentOf(account, BigInt(naira) * 100n, account.payer)])
  await world.match(account)
  const buy = await findTransaction(worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  await clearBuy(worker, buy, screening, clock.now())
  expect(await world.statusOf(id)).toBe('completed')
  return BigInt(naira) * 100n - 100n
}

/** Writes a balanced entry that credits a balance, past every function and trigger, as the owner of the machine could. */
async function forge(businessId: string, step: string, transactionId: string | null, minor: bigint) {
  const id = newId()
  const sql = world.superuser
  await sql.query('begin')
  await sql.query('set local search_path = afara')
  await sql.query('set local session_replication_role = replica')
  const xid = 'pg_current_xact_id()::text::bigint'
  await sql.query(`insert into entry values ($1, 'test', $2, $3, null, now(), ${xid})`, [
    id,
    transactionId,
    step,
  ])
  await sql.query(
    `insert into posting values ($1, 1, 'test', 'capital', '', 'business', $2, 'NGNC', $3, ${xid})`,
    [id, businessId, minor.toString()],
  )
  await sql.query(
    `insert into balance values ($1, 'business', 'NGNC', 'test', $2)
     on conflict (owner, kind, asset, mode) do update set amount_minor = balance.amount_minor + excluded.amount_minor`,
    [businessId, minor.toString()],
  )
  await sql.query('commit')
}

test('tokens that a buy caused are withdrawn, once', async () => {
  const shop = world.business
  const minor = await buyToBalance(shop, 5_000)
  expect(await withdraw(shop, minor - 1_000_00n)).toBe('signed')
  expect(await withdraw(shop, 1_000_00n)).toBe('signed')
  await forge(shop, 'credited_to_balance', null, 1_000_00n)
  expect(await withdraw(shop, 1_000_00n)).toBe('balance_unproven')
})

test('a balance that nothing caused is not withdrawn, and the checks name it', async () => {
  const shop = await world.openBusiness()
  await forge(shop, 'test_balance_given', null, 50_000_00n)
  expect(await withdraw(shop, 50_000_00n)).toBe('balance_unproven')
  const { findings } = await runChecks(world.worker, ['check_balance_causes'])
  expect(findings.map(({ subject }) => subject)).toContain(`test business:${shop}`)
})

test('a buy that nobody paid causes no balance', async () => {
  const shop = await world.openBusiness()
  const id = await world.claim(shop, world.account, 7_000, { fee: money('NGN', 100n) })
  await forge(shop, 'credited_to_balance', id, 6_999_00n)
  expect(await withdraw(shop, 6_999_00n)).toBe('balance_unproven')
})
