import { afterAll, expect, test } from 'vitest'
import { masked } from '../../../test/matching-world.ts'
import { createNumberWorld } from '../../../test/number-world.ts'
import type { Payer } from '../../movements/feeds/bank-line.ts'
import { requireBank } from '../../records/banks/resolve-bank.ts'
import { readReturnAccount } from '../../records/pay-links/return-account-store.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { nameReturnAccount } from './name-return-account.ts'

const world = await createNumberWorld(wireWalletRules())
const { owner, api, clock, openRail, give, deskOf, openLink } = world
afterAll(world.close)

const GTBANK = requireBank('000013')
const PAYER = 'ADA NGOZI OBI'
let holder = PAYER
const deps = {
  pool: api,
  clock,
  nameEnquiry: { ask: async () => ({ outcome: 'found', accountName: holder }) as const },
}

/** Returns a link with a number of its own, to which a payer pays whom the bank shows like this. */
async function openNumbered(shown: (payer: Parameters<typeof masked>[0]) => Payer = masked) {
  const { rail, account: pool } = await openRail(give)
  const link = await openLink()
  await deskOf([rail]).obtain('test', link.transactionId)
  const { accountNumber: paidTo } = await link.page()
  const pay = async (minor: bigint) => {
    const [lineId = ''] = await world.record(pool, [
      { ...world.paymentOf(pool, minor, shown({ ...pool.payer, name: PAYER })), paidTo },
    ])
    await world.match(pool)
    return lineId
  }
  const { accountNumber: number } = pool.payer
  const name = async () => nameReturnAccount(deps, link.token, GTBANK, number)
  return { link, pool, pay, name, asked: async () => readReturnAccount(api, link.token) }
}

const returnsOf = async (lineId: string) =>
  (
    await owner.query(
      `select amount_minor::text as minor, account_number as number, case_id as case from credit_return where line_id = $1`,
      [lineId],
    )
  ).rows

test('an excess goes back to the account that its payer names, and the case of operators closes', async () => {
  const { link, pool, pay, name, asked } = await openNumbered()
  expect(await asked()).toBeUndefined()
  const line = await pay(link.amount.minor + 500_000n)
  expect(await world.statusOf(link.transactionId)).toBe('payment_received')
  expect([await world.casesOf(line), await returnsOf(line)]).toEqual([['overpaid'], []])
  expect(await asked()).toMatchObject({ state: 'ask', extra: { minor: 500_000n }, bankCode: '000013' })
  holder = 'EVE OKON'
  expect(await name()).toBe('differs')
  expect(await returnsOf(line)).toEqual([])
  holder = PAYER
  const both = await Promise.all([name(), name()])
  expect(both).toContain('match')
  expect(await returnsOf(line)).toEqual([{ minor: '500000', number: pool.payer.accountNumber, case: null }])
  expect(await world.casesOf(line)).toEqual([])
  expect(await asked()).toMatchObject({ state: 'named', extra: { minor: 500_000n }, ending: '6789' })
  expect(await name()).toBe('closed')
  expect(await world.findings()).toEqual([])
})

test('a second payment goes back to the account that its payer names', async () => {
  const { link, pay, name, asked } = await openNumbered()
  await pay(link.amount.minor)
  expect(await asked()).toBeUndefined()
  const second = await pay(link.amount.minor)
  expect([await world.casesOf(second), await returnsOf(second)]).toEqual([['duplicate'], []])
  expect(await asked()).toMatchObject({ state: 'ask', extra: link.amount })
  expect(await name()).toBe('match')
  expect(await returnsOf(second)).toHaveLength(1)
  expect(await world.casesOf(second)).toEqual([])
  expect(await world.findings()).toEqual([])
})

test('a second payment with the code goes back too; one of an equal amount is nobody’s to claim', async () => {
  const link = await openLink()
  const { account } = link
  const pay = async (narration?: string) => {
    const line = world.paymentOf(account, link.amount.minor, masked(account.payer), narration)
    const [lineId = ''] = await world.record(account, [line])
    await world.match(account)
    return lineId
  }
  const { code } = await link.page()
  await pay(`NIP ${code}`)
  clock.advance(24 * 3_600_000)
  const unnamed = await pay()
  clock.advance(3_600_000)
  await world.match(account)
  expect(await world.casesOf(unnamed)).toEqual(['duplicate'])
  expect(await readReturnAccount(api, link.token)).toBeUndefined()
  const told = await pay(`NIP ${code}`)
  expect(await readReturnAccount(api, link.token)).toMatchObject({ state: 'ask', extra: link.amount })
  holder = account.payer.name
  expect(await nameReturnAccount(deps, link.token, GTBANK, account.payer.accountNumber)).toBe('match')
  expect([(await returnsOf(told)).length, await returnsOf(unnamed)]).toEqual([1, []])
  holder = PAYER
})

test('an excess above the ceiling stays with operators and blocked, although an account was named', async () => {
  const { link, pay, name, asked } = await openNumbered()
  const line = await pay(link.amount.minor + 10_000_100n)
  expect(await name()).toBe('match')
  expect([await world.casesOf(line), await returnsOf(line)]).toEqual([['overpaid'], []])
  const { rows } = await owner.query(
    'select blocked_by is not null as blocked from credit_fund where line_id = $1',
    [line],
  )
  expect(rows).toEqual([{ blocked: true }])
  expect(await asked()).toMatchObject({ state: 'named', extra: { minor: 10_000_100n } })
})

test('a payer whose number the bank shows is asked nothing', async () => {
  const { link, pay, asked } = await openNumbered((payer) => payer)
  const line = await pay(link.amount.minor + 500_000n)
  expect([await asked(), (await returnsOf(line)).length]).toEqual([undefined, 1])
})
