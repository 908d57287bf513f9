import { afterAll, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { createSeededRandom } from '../../../test/seeded-random.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { findPayoutAccount, takePayouts } from '../../movements/payouts/payout-account-store.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'
import { workPayouts } from './work-payouts.ts'

const world = await createPayoutWorld()
const { worker, clock, payer } = world
afterAll(world.close)

const SELLS = 24
const SEED = 20_261_115
const random = createSeededRandom(SEED)
const happens = (chance: number) => random.below(1_000) < chance * 1_000
let crashes = 0

/** Does the work, or crashes before or after it. After a crash the caller never receives the answer. */
async function orCrash<T>(work: () => Promise<T>): Promise<T> {
  if (happens(0.05)) return crash()
  const result = await work()
  return happens(0.05) ? crash() : result
}

function crash(): never {
  crashes += 1
  throw new Error('the process ended here')
}

const fragilePool = new Proxy(worker, {
  get: (pool, name) => {
    if (name !== 'query') return Reflect.get(pool, name)
    return async (...asked: unknown[]) =>
      orCrash(async () => Reflect.apply(Reflect.get(pool, 'query'), pool, asked) as Promise<unknown>)
  },
}) satisfies Pool

const fragileRail: PayoutRail = {
  send: async (orders, signal) => orCrash(async () => payer.rail.send(orders, signal)),
  requery: async (ids, signal) => orCrash(async () => payer.rail.requery(ids, signal)),
  balance: async (id, signal) => orCrash(async () => payer.rail.balance(id, signal)),
  lines: async (id, cursor, signal) => orCrash(async () => payer.rail.lines(id, cursor, signal)),
  refusedApprovals: async (signal) => orCrash(async () => payer.rail.refusedApprovals(signal)),
  journal: async (after, signal) => orCrash(async () => payer.rail.journal(after, signal)),
}

// About a third of the orders get no answer, are never made, or are refused.
payer.sends((_, kind) => {
  const unknown = { outcome: 'unknown', why: 'timeout', code: null } as const
  if (happens(0.1)) return { answer: unknown }
  if (happens(0.1)) return { isMade: false, answer: unknown }
  if (happens(0.1) && kind === 'first') {
    return { isMade: false, answer: { outcome: 'rejected', code: 'insufficient_balance', message: 'no' } }
  }
  return happens(0.1) ? { isRefused: true } : {}
})

/** Works in the account until nothing is left or the worker crashes. After a crash the worker's lease remains. */
async function workOnce(accountId: string): Promise<void> {
  if (happens(0.1)) await world.endLease(accountId)
  try {
    const fence = await takePayouts(fragilePool, { accountId, holder: newId(), leaseMs: 45_000 })
    if (fence === undefined) return
    const account = await findPayoutAccount(fragilePool, accountId, clock.now())
    if (account === undefined) throw new Error('no such account')
    await workPayouts({ ...world.deps, pool: fragilePool, payer: fragileRail }, { account, fence })
    await world.release({ account, fence })
  } catch {
    // The next worker continues from the database.
    await world.endLease(accountId)
  }
}

/** Ends some pending payments: most succeed, some fail and are returned. */
function banksWork(): void {
  for (const payment of payer.payments.filter(({ status }) => status === 'pending')) {
    if (!happens(0.4)) continue
    payer.end(payment, happens(0.85) ? 'success' : 'failed')
    if (payment.status === 'failed') payer.giveBack(payment)
  }
}

test('with two workers that crash at every possible place, and banks that lose a third of the requests, each sell is paid once', async () => {
  const accounts = [await world.openAccount('paystack'), await world.openAccount('monnify')]
  const sells = await world.clear(SELLS)
  // Only ends a test that hangs: how long the rounds take depends on the machine.
  const until = performance.now() + 300_000
  for (let round = 1; performance.now() < until; round += 1) {
    await Promise.all(accounts.flatMap((account) => [workOnce(account), workOnce(account)]))
    banksWork()
    clock.advance(happens(0.3) ? 16 * 60_000 : 10_000)
    if (round % 10 !== 0) continue
    for (const sell of await inStatus('payout_failed')) await world.queueAgain(sell)
    if ((await left()) === 0) break
  }
  expect(crashes).toBeGreaterThan(20)

  const paidOf = (sell: string) =>
    payer.payments.filter(({ transactionId, status }) => transactionId === sell && status === 'success')
  const statuses = await Promise.all(sells.map(world.statusOf))
  for (const [place, sell] of sells.entries()) {
    // Paid at most once, and every completed sell was paid.
    expect(paidOf(sell).length, sell).toBe(statuses[place] === 'completed' ? 1 : 0)
  }
  expect(statuses.filter((status) => status === 'completed').length).toBeGreaterThanOrEqual((SELLS * 3) / 4)
  // Every other sell has a case: its vendor accepts no repeated reference and never reported the outcome.
  const open = sells.filter((_, place) => statuses[place] !== 'completed')
  for (const sell of open) expect(await world.casesOf(sell)).toContain('payout_unknown')
  // Every further request for a reference was a permitted repetition in the journal.
  for (const [reference, count] of payer.calls) {
    const payout = payer.journal.filter((record) => record.reference === reference)
    expect(count).toBe(payout.length)
  }
  expect(await world.findings()).toEqual([])
}, 360_000)

async function inStatus(status: string): Promise<string[]> {
  const { rows } = await world.owner.query<{ id: string }>(
    `select t.id from transaction t where t.type = 'sell' and t.status = $1
       and not exists (select from payout_order o where o.transaction_id = t.id)`,
    [status],
  )
  return rows.map(({ id }) => id)
}

/** Counts sells that are not completed and do not wait only for operators. */
async function left(): Promise<number> {
  const { rows } = await world.owner.query<{ left: number }>(
    `select count(*)::integer as left from transaction t where type = 'sell' and status <> 'completed' and not exists (
       select from payout_right r join payout x on x.right_id = r.id join payout_account a on a.id = x.account_id
       where r.transaction_id = t.id and x.state = 'unknown' and a.vendor = 'monnify' and x.not_found_count > 5)`,
  )
  return rows[0]?.left ?? 0
}
