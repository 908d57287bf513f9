import type { SimulatedBank } from '../simulated-bank.ts'
import { isVendor } from '../vendor.ts'
import type { VendorSetting } from '../vendor-settings.ts'
import { channelOf, type Hook } from './hook.ts'

/** Returns the URL and the secret of a channel's notifications: the vendor's collections, or one payout account. */
export function channelSetting(bank: SimulatedBank, channel: string): VendorSetting {
  if (isVendor(channel)) return bank.setting(channel)
  const account = bank.ledger.account(channel.slice('payouts/'.length))
  if (account?.payouts === undefined) throw new Error(`${channel} is not the channel of a payout account`)
  const { keyId, secret, url } = account.payouts
  const setting = { vendor: account.vendor, keyId, secret, previousSecret: secret, schedule: 'live' } as const
  return url === undefined ? setting : { ...setting, url }
}

export function hookSetting(bank: SimulatedBank, hook: Hook): VendorSetting {
  return channelSetting(bank, channelOf(hook))
}
