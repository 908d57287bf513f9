import type { Command } from 'commander'
import { parseMoney } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import type { TermsChange } from '../../records/businesses/manage-business.ts'

export type TermsOptions = {
  feeFlat?: string
  feeBps?: string
  feeCap?: string
  defaultNetwork?: string
  defaultWallet?: string
  dailyLimit?: string
  velocityHour?: string
  velocityWalletDay?: string
  tolerance?: string
  holdBalance?: string
  customerNumbers?: string
}

/** Adds an option for each term of a business. */
export function addTermsOptions(command: Command): Command {
  return command
    .option('--fee-flat <naira>', 'the flat part of the fee')
    .option('--fee-bps <number>', 'basis points of the amount; 50 is half a per cent')
    .option('--fee-cap <naira>', 'the maximum fee, or "none"')
    .option('--default-network <network>', 'the network of the default wallet')
    .option('--default-wallet <address>', 'the destination of buys that name no wallet, or "none"')
    .option('--daily-limit <naira>', 'the maximum that it can buy and sell per day, or "none"')
    .option(
      '--velocity-hour <naira>',
      'the maximum cleared per hour, of all types, without a review, or "none"',
    )
    .option(
      '--velocity-wallet-day <naira>',
      'the maximum sent to one wallet per day without a review, or "none"',
    )
    .option(
      '--tolerance <naira>',
      'by how much a payment may differ from its amount and still settle; at most 0.5 ‰ counts',
    )
    .option('--hold-balance <on or off>', 'whether it can hold a balance with us')
    .option(
      '--customer-numbers <on or off>',
      'whether it can have standing account numbers for its customers',
    )
}

/** Reads the terms to change. `none` removes a limit or a wallet. Terms that are not named stay unchanged. */
export async function readTermsChange(
  options: TermsOptions,
  readRules: () => Promise<WalletAddressRules>,
): Promise<TermsChange> {
  return {
    feeFlatMinor: readIfGiven(options.feeFlat, readNaira),
    feeBps: readIfGiven(options.feeBps, Number),
    feeCapMinor: readIfGiven(options.feeCap, readOrNone(readNaira)),
    defaultWallet: await readWallet(options, readRules),
    dailyLimitMinor: readIfGiven(options.dailyLimit, readOrNone(readNaira)),
    velocityHourMinor: readIfGiven(options.velocityHour, readOrNone(readNaira)),
    velocityWalletDayMinor: readIfGiven(options.velocityWalletDay, readOrNone(readNaira)),
    toleranceMinor: readIfGiven(options.tolerance, readNaira),
    mayHoldBalance: readIfGiven(options.holdBalance, readSwitch('--hold-balance')),
    mayNumberCustomers: readIfGiven(options.customerNumbers, readSwitch('--customer-numbers')),
  }
}

async function readWallet(
  { defaultNetwork, defaultWallet }: TermsOptions,
  readRules: () => Promise<WalletAddressRules>,
): Promise<BusinessTerms['defaultWallet'] | undefined> {
  if (defaultWallet === undefined && defaultNetwork === undefined) return undefined
  if (defaultWallet === 'none' && defaultNetwork === undefined) return null
  if (defaultWallet === undefined || defaultNetwork === undefined) {
    throw new Refusal(
      'wallet_incomplete',
      'Pass --default-network and --default-wallet together. To remove the wallet, pass only --default-wallet none.',
    )
  }
  const network = parseNetwork(defaultNetwork)
  const verdict = (await readRules()).judge(network, defaultWallet)
  if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
  return { network, address: verdict.address }
}

function readIfGiven<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

function readOrNone<T>(read: (text: string) => T): (text: string) => T | null {
  return (text) => (text === 'none' ? null : read(text))
}

function readNaira(text: string): bigint {
  return parseMoney(text, 'NGN').minor
}

function readSwitch(option: string): (text: string) => boolean {
  return (text) => {
    if (text === 'on' || text === 'off') return text === 'on'
    throw new Refusal('terms_invalid', `${option} must be "on" or "off", not "${text}".`)
  }
}
