import { setTimeout } from 'node:timers/promises'
import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import { postHook } from '../hooks/post-hook.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import { writeApprovalQuestion } from '../paystack/paystack-transfer.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorFaces } from '../vendor-faces.ts'
import { beginPayout } from './order-payout.ts'
import type { Payout } from './payout.ts'
import { otherNumber } from './read-payout.ts'

export type Approvals = ReturnType<typeof createApprovals>

/** Asks the merchant whether to pay. Pays only if every answer is 200, and rejects the transfer otherwise. */
export function createApprovals(bank: SimulatedBank, onPaid: () => void) {
  let age = 0
  return {
    ask: async (account: PayoutAccount, payout: Payout, struck: readonly Struck[]): Promise<void> => {
      const born = age
      const has = (fault: FaultName) => struck.some((one) => one.fault === fault)
      const late = struck.find(({ fault }) => fault === 'approval_late')
      if (late !== undefined) await setTimeout(late.seconds * 1000)
      const message = compose(bank, account, payout, has)
      const statuses: number[] = []
      for (let time = 0; time < (has('approval_asked_twice') ? 2 : 1); time += 1)
        statuses.push((await postHook(account.payouts.approvalUrl ?? '', message)).status)
      const asked = bank.payouts.get(payout.id)
      // The simulator was reset or stopped, or it gave up meanwhile.
      if (born !== age || asked === undefined || asked.approvals !== undefined) return
      const answered = { ...asked, approvals: statuses }
      if (statuses.every((status) => status === 200)) beginPayout(bank, account, answered, struck)
      else
        bank.commit({
          is: 'payout',
          payout: { ...answered, status: 'rejected', updatedAt: bank.clock.now() },
        })
      bank.flush()
      onPaid()
    },
    forget: () => {
      age += 1
    },
  }
}

function compose(
  bank: SimulatedBank,
  account: PayoutAccount,
  payout: Payout,
  has: (fault: FaultName) => boolean,
) {
  const body = writeApprovalQuestion(bank, {
    ...payout,
    ...(has('approval_other_amount') ? { kobo: payout.kobo * 10n } : {}),
    ...(has('approval_other_recipient') ? { number: otherNumber(payout.number) } : {}),
  })
  const { secret } = account.payouts
  const setting = {
    ...bank.setting(account.vendor),
    secret: has('approval_bad_signature') ? 'nobody' : secret,
  }
  const signed = has('approval_unsigned') ? {} : vendorFaces[account.vendor].sign(body, setting)
  return { body, headers: { 'content-type': 'application/json', ...signed } }
}
