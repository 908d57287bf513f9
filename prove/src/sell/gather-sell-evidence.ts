import type { Decision, Evidence, SeenCase } from '@afara/stack/operators/employ-operators.ts'
import type { Stage } from '../buy/stage.ts'
import { decidePayout } from '../decide-payout.ts'
import type { Sale } from './sale.ts'

/** Gathers what operators learn about sells: the bank's real actions and the customers' answers. */
export async function gatherSellEvidence({ desk }: Stage, sales: readonly Sale[]): Promise<Evidence> {
  const payouts = await desk.payoutTruth()
  const byReference = new Map(sales.map((sale) => [sale.reference, sale]))
  const decide = async (file: SeenCase): Promise<Decision | undefined> => {
    const sale = byReference.get(file.reference ?? '')
    if (sale === undefined) return undefined
    switch (file.kind) {
      case 'payout_unknown':
        return decidePayout(file, payouts)
      // The customer still wants naira at this account, and nothing has arrived there.
      case 'payout_failed': {
        const hasNaira = payouts.some(
          ({ number, arrivedMinor }) => number === sale.payee.number && arrivedMinor.length > 0,
        )
        return hasNaira ? undefined : { action: 'fix' }
      }
      case 'late_deposit':
        return { action: 'fix' }
      // The customer confirms the account. If the bank knows nobody there, the tokens are returned.
      case 'name_differs':
        return { action: sale.fault === 'name_not_found' ? 'return_all' : 'fix' }
      case 'part_deposited':
        return sale.conduct === 'sends_part' ? { action: 'return_all' } : undefined
      // The business of the sell holds a balance and confirms that the tokens are its own.
      case 'over_deposited':
      case 'second_deposit':
      case 'wrong_chain':
        return { action: 'to_balance' }
      default:
        return undefined
    }
  }
  return { decide }
}
