import { findTransaction, tellingOf } from '../find-transaction.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { vendorFaces } from '../vendor-faces.ts'
import { composePayoutHook } from './compose-payout-hook.ts'
import type { Hook } from './hook.ts'
import type { Message } from './message.ts'

/** Returns the bytes of a notification with its signature. The payment's faults may spoil both. */
export function composeHook(bank: SimulatedBank, hook: Hook): Message | undefined {
  if (hook.replay !== undefined) return { ...hook.replay, copies: 1, isReplayed: false }
  if (hook.payout !== undefined) return composePayoutHook(bank, hook, hook.payout)
  const transaction = findTransaction(bank, hook.vendor, hook.reference)
  if (transaction === undefined) return undefined
  const { faults } = transaction.first
  const face = vendorFaces[hook.vendor]
  const setting = bank.setting(hook.vendor)
  const body = face.writeHook(transaction, tellingOf(bank, hook.vendor, hook.account))

  const key = faults.includes('hook_old_key') ? setting.previousSecret : setting.secret
  const isForged = faults.includes('hook_bad_signature')
  const signed = isForged
    ? face.sign(`${body} `, { ...setting, secret: 'nobody' })
    : face.sign(body, { ...setting, secret: key })
  return {
    body,
    headers: { 'content-type': 'application/json', ...signed },
    copies: faults.includes('hook_five_times') ? 5 : 1,
    isReplayed: faults.includes('hook_replayed'),
  }
}
