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

/** What it takes to clear what goes to a wallet. */
export type ClearingDeps = Readonly<{
  pool: Pool
  screen: Screen
  nudge: SendNudge
  /** Asks a network about a wallet, unless it is known; never fails. */
  askWallet: (target: WalletTarget | undefined, now: Date) => Promise<WalletAnswer>
  /** Clears one, perhaps together with others that wait for the same. */
  clear: (clearing: Clearing) => Promise<Cleared>
}>

/**
 * What a transaction sends is here: everybody named is looked for on the list, its network is asked whether the wallet can receive, and
 * one commit asks the rest and moves it on. The lane that has it then is called at once.
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

/** Without a list that can be relied on nothing real is cleared; in test mode that would only teach to wait. */
export function screenSubjects(
  screen: Screen,
  mode: Mode,
  subjects: readonly ScreenSubject[],
  now: Date,
): Screening {
  const { list } = screen
  if (mode === 'live' && !isCurrent(list, now)) {
    throw new Error(
      list === undefined ? 'a sanctions list is missing' : `the sanctions list ${list.version} is too old`,
    )
  }
  return { list, subjects, hits: screen.screen(subjects) }
}
