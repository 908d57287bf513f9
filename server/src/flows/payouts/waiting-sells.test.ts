import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { noteBalance } from '../../movements/payouts/payout-account-store.ts'

let world: Awaited<ReturnType<typeof createPayoutWorld>>
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(async () => world?.close())

test('sells that no account could pay are due as soon as an account has a higher balance, not a lower one', async () => {
  const { owner, worker, clock } = world
  const accountId = await world.openAccount('paystack', 1_000)
  const [sell] = await world.clear(1)
  const later = new Date(clock.now().getTime() + 60_000)
  await owner.query(
    `insert into wake (subject_id, type, due_at, last_error) values ($1, 'sell', $2, 'waits: no account of ours can pay it now')
     on conflict (subject_id) do update set due_at = excluded.due_at, last_error = excluded.last_error`,
    [sell, later],
  )
  const dueAfter = async (naira: bigint): Promise<Date | undefined> => {
    await noteBalance(worker, await world.hold(accountId), naira * 100n, clock.now())
    await owner.query('update payout_account set holder = null, lease_until = null')
    const { rows } = await owner.query<{ due_at: Date }>('select due_at from wake where subject_id = $1', [
      sell,
    ])
    return rows[0]?.due_at
  }
  expect(await dueAfter(900n)).toEqual(later)
  expect(await dueAfter(5_000n)).toEqual(clock.now())
})

async function accountAt(vendor: string, state = 'active'): Promise<string> {
  const id = await world.openAccount(vendor)
  await moveAccount(id, state)
  return id
}
const moveAccount = async (id: string, state: string) =>
  world.owner.query('update payout_account set state = $2 where id = $1', [id, state])

async function rounds(account: string, count: number, everyMs: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await world.round(account)
    world.clock.advance(everyMs)
  }
}

const whereIs = async (sell: string) => [
  await world.statusOf(sell),
  ...(await world.payoutsOf(sell)).map(({ account_id, state }) => `${state} ${account_id}`),
]

test.each([
  ['together', 0],
  ['one after the other', 1],
])(
  'of two sells of one amount to one payee, cleared %s, another account pays the second',
  async (_, between) => {
    await world.retireAccounts()
    const [monnify, paystack] = [await accountAt('monnify'), await accountAt('paystack', 'draining')]
    const [first = ''] = await world.clear(1)
    await rounds(monnify, between, 5_000)
    const [second = ''] = await world.clear(1)
    await moveAccount(paystack, 'active')
    await rounds(monnify, 1, 5_000)
    await rounds(paystack, 1, 5_000)
    expect(await whereIs(first)).toEqual(['paying_out', `accepted ${monnify}`])
    expect(await whereIs(second)).toEqual(['paying_out', `accepted ${paystack}`])
  },
)

test('if no other account can pay it, the second sell waits and stays cleared', async () => {
  await world.retireAccounts()
  const monnify = await accountAt('monnify')
  const [first = ''] = await world.clear(1)
  const [second = ''] = await world.clear(1)
  const [different = ''] = await world.clear(1, 2_000)
  await rounds(monnify, 12, 10_000)
  expect(await whereIs(first)).toEqual(['paying_out', `accepted ${monnify}`])
  expect(await whereIs(different)).toEqual(['paying_out', `accepted ${monnify}`])
  expect(await whereIs(second)).toEqual(['cleared'])
  await rounds(monnify, 3, 10_000)
  expect(await whereIs(second)).toEqual(['paying_out', `accepted ${monnify}`])
})

test('an order refused under the two-minute rule does not affect other orders of the account', async () => {
  await world.retireAccounts()
  const account = await accountAt('monnify')
  const answer = { outcome: 'refused', code: 'two_minute_rule', message: 'not yet' } as const
  world.payer.sends(() => ({ isRefused: true, answer }))
  const [sell = ''] = await world.clear(1)
  await rounds(account, 1, 5_000)
  expect(await whereIs(sell)).toEqual(['paying_out', `ordered ${account}`])
  expect(await world.casesAbout(account)).toEqual([])
  world.payer.sends(() => ({}))
  await rounds(account, 2, 10_000)
  expect(await whereIs(sell)).toEqual(['paying_out', `accepted ${account}`])
  await world.requireSound()
})
