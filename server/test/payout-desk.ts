import { createPayoutCalls } from '@afara/server/flows/payouts/payout-calls.ts'
import { payoutTimes } from '@afara/server/flows/payouts/payout-deps.ts'
import { workPayouts } from '@afara/server/flows/payouts/work-payouts.ts'
import type { Clock } from '@afara/server/kernel/clock/clock.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import {
  findPayoutAccount,
  type HeldAccount,
  releasePayouts,
  takePayouts,
} from '@afara/server/movements/payouts/payout-account-store.ts'
import type { PayoutRail } from '@afara/server/movements/payouts/payout-rail.ts'
import { createScriptedPayer } from './scripted-payer.ts'

type Desk = Readonly<{ owner: Pool; worker: Pool; clock: Clock }>

/** Creates payout accounts with money, and a payer with scripted vendors. */
export function createPayoutDesk({ owner, worker, clock }: Desk) {
  const payer = createScriptedPayer(owner)
  const notices: string[] = []
  const deps = {
    pool: worker,
    clock,
    payer: payer.rail,
    // A long time, so that a round finishes everything even on a busy machine.
    times: { ...payoutTimes, momentMs: 60_000 },
    onNotice: (_: string, words: string) => notices.push(words),
    onFailure: (_: string, error: unknown) => notices.push(String(error)),
  }

  const openAccount = async (vendor = 'paystack', naira = 1_000_000): Promise<string> => {
    const id = newId()
    const at = clock.now()
    await owner.query(`select open_payout_account($1, 'test', $2, $3, null, $4)`, [
      id,
      vendor,
      `account ${id}`,
      at,
    ])
    await owner.query(`select fund_payout_account($1, $2, $3, 'a test', 'system:test', $4)`, [
      newId(),
      id,
      naira * 100,
      at,
    ])
    payer.book(id, { direction: 'credit', amountMinor: BigInt(naira) * 100n, kind: 'funding' })
    // The first round reads the account's money together with its journal. An account that was read but not compared would look like one
    // after a restore.
    await owner.query('update payout_account set available_minor = $2 where id = $1', [id, naira * 100])
    return id
  }
  const hold = async (accountId: string, leaseMs = 45_000): Promise<HeldAccount> => {
    const fence = await takePayouts(worker, { accountId, holder: newId(), leaseMs })
    const account = await findPayoutAccount(worker, accountId, clock.now())
    if (fence === undefined || account === undefined) throw new Error('the account is held by another')
    return { account, fence }
  }
  const round = async (accountId: string, rail: PayoutRail = payer.rail): Promise<void> => {
    const held = await hold(accountId)
    const calls = createPayoutCalls(deps, accountId)
    try {
      await workPayouts({ ...deps, payer: rail }, held, calls)
    } finally {
      await calls.over()
      await releasePayouts(worker, accountId, held.fence)
    }
  }

  return {
    payer,
    notices,
    deps,
    openAccount,
    hold,
    round,
    release: async (held: HeldAccount) => releasePayouts(worker, held.account.id, held.fence),
  }
}
