import { refuseUnless } from '../answers.ts'
import type { PayerPolicy } from '../policy/payer-policy.ts'
import type { Funded } from './funded.ts'
import { judgeRefund } from './judge-refund.ts'
import { judgeSell } from './judge-sell.ts'
import type { OrderedFacts } from './payout-facts.ts'

/** What stands behind a payout, by what it is for. */
export function judgeSource(facts: OrderedFacts, policy: PayerPolicy): Funded {
  const { purpose } = facts.right
  if (purpose === 'refund') return judgeRefund(facts)
  refuseUnless(purpose === 'payout', 'right_mismatch', `nothing is paid for ${purpose}`)
  return judgeSell(facts, policy)
}
