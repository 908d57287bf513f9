import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { isCurrent, type Screen, type ScreenSubject } from '../../records/screening/screen.ts'
import {
  type Cleared,
  type Clearing,
  type Screening,
} from '../../records/transactions/clearing/clearing-store.ts'
import type { Driven } from '../../records/transactions/transaction-store.ts'
import type { WalletAnswer, WalletTarget } from '../../records/transactions/wallets/wallet.ts'
import type { Taken } from '../advance/drive-object.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** Dependencies for clearing transactions that send to a wallet. */
export type ClearingDeps = Readonly<{
  pool: Pool
  screen: Screen
  nudge: SendNudge
  /** Asks a network about a wallet, unless the answer is stored. Never throws. */
  askWallet: (target: WalletTarget | undefined, now: Date) => Promise<WalletAnswer>
  /** Clears one transaction, possibly together with others that wait. */
  clear: (clearing: Clearing) => Promise<Cleared>
}>

/**
 * Clears a funded transaction. Screens everyone named in it against the sanctions list and asks the network whether the wallet can receive.
 * One commit checks the rest and moves the transaction. Then nudges the lane that will deliver it.
 */
export async function clearScreened(
  deps: ClearingDeps,
  transaction: Driven & Readonly<{ subjects: readonly ScreenSubject[]; wallet: WalletTarget | undefined }>,
  now: Date,
): Promise<Taken> {
  const screening = screenSubjects(deps.screen, transaction.mode, transaction.subjects, now)
  const wallet = await deps.askWallet(transaction.wallet, now)
  const { dueAt, nudge } = await deps.clear({ transaction, screening, wallet })
  if (nudge !== undefined) await deps.nudge(nudge)
  return { dueAt }
}

/**
 * Screens these names. In live mode, throws if there is no current sanctions list, so that nothing is cleared. Test mode continues without
 * a list, because a wait would help no one there.
 */
export function screenSubjects(
  screen: Screen,
  mode: Mode,
  subjects: readonly ScreenSubject[],
  now: Date,
): Screening {
  const { list } = screen
  if (mode === 'live' && !isCurrent(list, now)) {
    throw new Error(
      list === undefined
        ? 'a sanctions list is missing, so nothing live is cleared'
        : `the sanctions list ${list.version} is too old, so nothing live is cleared`,
    )
  }
  return { list, subjects, hits: screen.screen(subjects) }
}

/** Screens these names before naira goes back to its payer. In live mode, the database refuses a return without a current list. */
export function screenPayer(screen: Screen, subjects: readonly ScreenSubject[], now: Date): Screening {
  const { list } = screen
  return { list: isCurrent(list, now) ? list : undefined, subjects, hits: screen.screen(subjects) }
}
