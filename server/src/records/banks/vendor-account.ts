import type { Mode } from '../../kernel/mode.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { isAccountNumber } from './nuban.ts'

/** One of our bank accounts that buyers pay into. The database lists the allowed state changes. */
export type VendorAccount = Readonly<{
  id: string
  mode: Mode
  /** The only business that sees this account. Null: all businesses share it. */
  businessId: string | null
  name: string
  accountNumber: string
  bankCode: string
  bankName: string
  state: VendorAccountState
}>

export const vendorAccountStates = ['active', 'draining', 'frozen', 'closed'] as const

export type VendorAccountState = (typeof vendorAccountStates)[number]

/** The bank of every test account. It is in no bank list, so no real payment can be addressed to it. */
export const testBank = { key: 'test-bank', name: 'TEST BANK (not a bank)' } as const

/** A draining account still accepts payments, because a payer may have kept its number. */
export const honouredStates: readonly VendorAccountState[] = ['active', 'draining']

/** Returns the active accounts of one mode that the caller sees: its own if it has any, else the shared ones. */
export function listedAccounts(visible: readonly VendorAccount[], mode: Mode): VendorAccount[] {
  const active = visible.filter((account) => account.mode === mode && account.state === 'active')
  const dedicated = active.filter((account) => account.businessId !== null)
  return dedicated.length > 0 ? dedicated : active
}

type ClaimedAccount = Readonly<{ name: string; accountNumber: string; bankName: string }>

/** Finds the account that all three fields name, in any state, because we also have the naira that was paid into a frozen account. */
export function namedAccount(
  visible: readonly VendorAccount[],
  mode: Mode,
  claimed: ClaimedAccount,
): VendorAccount | undefined {
  return visible.find(
    (account) =>
      account.mode === mode &&
      account.accountNumber === claimed.accountNumber &&
      sameText(account.name, claimed.name) &&
      sameText(account.bankName, claimed.bankName),
  )
}

/**
 * Returns the account that a buy claims was paid, in any state. All three fields must belong to one account: a number alone is not unique
 * across banks, and a wrong name or bank means that the payer saw other data.
 */
export function requirePaidAccount(
  visible: readonly VendorAccount[],
  mode: Mode,
  claimed: ClaimedAccount,
): VendorAccount {
  const paid = namedAccount(visible, mode, claimed)
  if (paid !== undefined) return paid
  if (mode === 'live' && namedAccount(visible, 'test', claimed) !== undefined) {
    throw new Refusal(
      'test_vendor_with_live_key',
      'A live key cannot use a test account. List the vendors again.',
    )
  }
  throw unknownVendor()
}

/** Refuses an account that accepts no more payments, with the same message as for an unknown account. */
export function requireHonoured({ state }: VendorAccount): void {
  if (!honouredStates.includes(state)) throw unknownVendor()
}

function unknownVendor(): Refusal {
  return new Refusal(
    'unknown_vendor',
    'No vendor account has this name, number and bank. Copy all three from the list.',
  )
}

export function parseAccountNumber(text: string): string {
  if (isAccountNumber(text)) return text
  throw new Refusal('account_number_invalid', `"${text}" is not an account number. It must have 10 digits.`)
}

/** Compares names that users retype. Case and spaces do not matter. */
function sameText(a: string, b: string): boolean {
  if (a === b) return true
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(a) === plain(b)
}

/** Vendors whose feeds report the lines of our accounts. */
export const accountFeeds = ['monnify', 'providus', 'paystack', 'kora'] as const

export type AccountFeed = (typeof accountFeeds)[number]

/** Parses a vendor, or `none` for an account with statements only. */
export function parseFeed(text: string): AccountFeed | null {
  if (text === 'none') return null
  const feed = accountFeeds.find((known) => known === text)
  if (feed !== undefined) return feed
  throw new Refusal('feed_unknown', `"${text}" is not a feed. Use ${accountFeeds.join(', ')}, or "none".`)
}
