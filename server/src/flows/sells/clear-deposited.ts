import { isClearlyAnotherName } from '../../movements/payouts/beneficiary-name.ts'
import { askWithin, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { noteOverdue } from '../../records/transactions/clearing/clearing-store.ts'
import {
  type DrivenSell,
  type PayeeName,
  subjectsOfSell,
} from '../../records/transactions/clearing/sell-clearing-store.ts'
import type { Taken } from '../advance/drive-object.ts'
import { screenSubjects } from '../screening/clear-screened.ts'
import type { SellDeps } from './sell-deps.ts'

const NAME_WITHIN_MS = 10_000

/**
 * The tokens of a sell are here: the bank is asked whose account it is, everybody named is looked for on the list, and one commit asks
 * the rest and moves it on. The account that pays it then is called at once.
 */
export async function clearDeposited(deps: SellDeps, sell: DrivenSell, now: Date): Promise<Taken> {
  try {
    const name = await askName(deps.names, sell)
    const bankName = name?.outcome === 'found' ? name.accountName : undefined
    const screening = screenSubjects(deps.screen, sell.mode, subjectsOfSell(sell, bankName), now)
    const { dueAt, nudge } = await deps.clear({ sell, screening, name })
    if (nudge !== undefined) await deps.nudge(nudge)
    return { dueAt }
  } catch (error) {
    await noteOverdue(deps.pool, sell, now)
    throw error
  }
}

async function askName(names: NameEnquiry, { mode, payee }: DrivenSell): Promise<PayeeName | undefined> {
  const { bankCode, accountNumber, accountName } = payee
  const answer = await askWithin(names, { bankCode, accountNumber, mode }, NAME_WITHIN_MS)
  if (answer?.outcome !== 'found') return answer
  const fits = accountName === null || !isClearlyAnotherName(accountName, answer.accountName)
  return { ...answer, fits }
}
