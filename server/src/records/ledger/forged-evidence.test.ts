import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayerWorld } from '../../../test/payer-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { acceptSells } from '../transactions/accepting/sell-store.ts'
import { runChecks } from './check-store.ts'

let world: Awaited<ReturnType<typeof createPayerWorld>>
beforeAll(async () => {
  world = await createPayerWorld()
})
afterAll(async () => world.stop())

const words = async (): Promise<string> => {
  const { findings } = await runChecks(world.owner, ['check_causes'])
  return findings.map(({ subject, problem }) => `${subject} ${problem}`).join('\n')
}

test('a payout that the owner of the database ends by evidence that nobody decided about is named', async () => {
  const [opened] = await world.open(1, 2_000)
  expect(await words()).toBe('')
  // The vendor's lines were read and show nothing.
  await world.owner.query(
    `update payout_account set lines_whole_at = (select max(sent_at) from payout) + interval '1 hour'`,
  )
  await world.owner.query(`select end_payout_by_evidence($1, false, '{}', now())`, [opened?.payoutId])
  const { rows } = await world.owner.query<{ id: string }>(`select id from entry where step = 'payout_dead'`)
  expect(await words()).toBe(`${rows[0]?.id} nothing caused the entry payout_dead`)
})

test('naira that the owner records on a live payout account without a decision is named', async () => {
  const [account, funding] = [newId(), newId()]
  await world.owner.query(`select open_payout_account($1, 'live', 'paystack', 'forged', null, now())`, [
    account,
  ])
  await world.owner.query(`select fund_payout_account($1, $2, 100, 'a test', 'system:test', now())`, [
    funding,
    account,
  ])
  expect(await words()).toContain(`${funding} nothing caused the entry payout_account_funded`)
})

test('tokens that the owner takes from a balance for a sell from a wallet are named', async () => {
  const [sell, forged] = [newId(), newId()]
  const address = (): string => `0x${randomBytes(20).toString('hex')}`
  const [answer] = await acceptSells(world.owner, [
    {
      id: sell,
      businessId: world.businessId,
      mode: 'test',
      reference: 'from-a-wallet',
      idempotencyKey: null,
      amount: money('NGNC', 3_000_00n),
      fee: money('NGNC', 0n),
      payee: { bankCode: world.bank, bankName: world.bank, accountNumber: '0123456789', accountName: null },
      wallet: { network: 'Polygon', address: address() },
      depositAddress: address(),
      createdAt: world.clock.now(),
      expiresAt: new Date(world.clock.now().getTime() + 3_600_000),
      guardSince: undefined,
      meaning: randomBytes(32),
    },
  ])
  expect(answer).toMatchObject({ outcome: 'accepted' })
  await world.owner.query(
    `with e as (
       insert into entry values ($1, 'test', $2, 'taken_from_balance', null, now(), pg_current_xact_id()::text::bigint))
     insert into posting values ($1, 1, 'test', 'business', $3, 'held', $4, 'NGNC', 300000, pg_current_xact_id()::text::bigint)`,
    [forged, sell, world.businessId, sell],
  )
  expect(await words()).toContain(`${forged} nothing caused the entry taken_from_balance`)
})
