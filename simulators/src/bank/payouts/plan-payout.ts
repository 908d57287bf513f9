import type { FaultName } from '../faults/catalogue.ts'
import type { Struck } from '../faults/fault-rules.ts'
import type { PayoutStep } from './payout.ts'

type Step = Readonly<{ step: PayoutStep; afterMs: number }>

export type PayoutPlan = Readonly<{
  steps: readonly Step[]
  /** The code with which the payout will fail. */
  code: string | undefined
  needsOtp: boolean
}>

const OTP_LIVES_MS = 1_800_000

/** Plans all steps of a payout when it is ordered. */
export function planPayout(
  struck: readonly Struck[],
  settlesInSeconds: number,
  isMissing: boolean,
): PayoutPlan {
  const find = (fault: FaultName) => struck.find((one) => one.fault === fault)
  const msOf = (fault: FaultName) => (find(fault)?.seconds ?? 0) * 1000
  if (find('otp_demanded') !== undefined) {
    return { steps: [{ step: 'abandon', afterMs: OTP_LIVES_MS }], code: undefined, needsOtp: true }
  }
  const settled = find('pending_for') === undefined ? settlesInSeconds * 1000 : msOf('pending_for')
  const late = msOf('money_back_late')
  const fails = find('payout_fails')
  if (isMissing || fails !== undefined) {
    const steps = answersInOrder(['fail', settled], ['give_back', settled + late])
    return { steps, code: isMissing ? '07' : fails?.code, needsOtp: false }
  }
  return { steps: happy(), code: undefined, needsOtp: false }

  function happy(): Step[] {
    if (find('failed_then_success') !== undefined) {
      return answersInOrder(['fail', settled], ['succeed', settled + msOf('failed_then_success')])
    }
    if (find('success_then_reversed') !== undefined) {
      const reversed = settled + msOf('success_then_reversed')
      return answersInOrder(['succeed', settled], ['reverse', reversed], ['give_back', reversed + late])
    }
    if (find('bank_duplicates_itself') !== undefined) {
      return answersInOrder(['succeed', settled], ['debit_again', settled + msOf('bank_duplicates_itself')])
    }
    return answersInOrder(['succeed', settled])
  }
}

function answersInOrder(...steps: ReadonlyArray<readonly [PayoutStep, number]>): Step[] {
  return steps.map(([step, afterMs]) => ({ step, afterMs }))
}
