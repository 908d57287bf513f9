import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { noteBalance } from '../../movements/payouts/payout-account-store.ts'

let world: Awaited<ReturnType<typeof createPayoutWorld>>
beforeAll(async () => {
  world = await createPayoutWorld()
})
afterAll(async () => world?.close())

test('sells that no account could pay are due as soon as an account has more, and not when it has less', async () => {
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
