import type { FaultName } from '../faults/catalogue.ts'
import { writeDisbursementHook } from '../monnify/monnify-disbursement.ts'
import { writeTransferHook } from '../paystack/paystack-transfer.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorFaces } from '../vendor-faces.ts'
import type { Hook } from './hook.ts'
import { hookSetting } from './hook-setting.ts'
import type { Message } from './message.ts'

/** Returns the bytes of a notification about a payout, with the status at the time of the event. */
export function composePayoutHook(
  bank: SimulatedBank,
  hook: Hook,
  { id, event }: NonNullable<Hook['payout']>,
): Message | undefined {
  const payout = bank.payouts.get(id)
  if (payout === undefined) return undefined
  const has = (fault: FaultName) => payout.faults.some((one) => one.fault === fault)
  const told = { ...payout, status: event }
  const body =
    hook.vendor === 'paystack'
      ? writeTransferHook(bank, told, event)
      : writeDisbursementHook(bank, told, event)
  const setting = hookSetting(bank, hook)
  const face = vendorFaces[hook.vendor]
  const signed = has('payout_hook_bad_signature')
    ? face.sign(`${body} `, { ...setting, secret: 'nobody' })
    : face.sign(body, setting)
  return {
    body,
    headers: { 'content-type': 'application/json', ...signed },
    copies: has('payout_hook_duplicate') ? 5 : 1,
    isReplayed: false,
  }
}
