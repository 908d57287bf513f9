import type { Mode } from '../../kernel/mode.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { isAccountNumber } from './nuban.ts'

/** One of our bank accounts that buyers pay into. The moves between states are listed in the database. */
export type VendorAccount = Readonly<{
  id: string
  mode: Mode
  /** The only business that is shown this account, or null when all share it. */
  businessId: string | null
  name: string
  accountNumber: string
  bankCode: string
  bankName: string
  state: VendorAccountState
}>

export const vendorAccountStates = ['active', 'draining', 'frozen', 'closed'] as const

export type VendorAccountState = (typeof vendorAccountStates)[number]

/** Every test account is here. It is in no list of banks, so no real payment can be addressed to it. */
export const testBank = { key: 'test-bank', name: 'TEST BANK (not a bank)' } as const

/** An account that is being emptied is still honoured: someone may have written its number down. */
export const honouredStates: readonly VendorAccountState[] = ['active', 'draining']

/** What the caller is shown: active accounts of one mode; its own where it has any, else the shared ones. */
export function listedAccounts(visible: readonly VendorAccount[], mode: Mode): VendorAccount[] {
  const active = visible.filter((account) => account.mode === mode && account.state === 'active')
  const dedicated = active.filter((account) => account.businessId !== null)
  return dedicated.length > 0 ? dedicated : active
}

type ClaimedAccount = Readonly<{ name: string; accountNumber: string; bankName: string }>

/** The account of one mode that all three fields name, in any state: naira that went to a frozen one is with us as well. */
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
 * The account that a buy says was paid, in any state. All three fields must be those of one account: a number alone is
 * not unique across banks, and a wrong name or bank means that the payer was shown something else.
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

/** Refuses an account that takes no more payments in the words for one that we do not have. */
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

export function parseState(text: string): VendorAccountState {
  const state = vendorAccountStates.find((known) => known === text)
  if (state !== undefined) return state
  throw new Refusal('state_unknown', `"${text}" is not a state. Use ${vendorAccountStates.join(', ')}.`)
}

/** People retype names: case and spaces do not make another account. */
function sameText(a: string, b: string): boolean {
  if (a === b) return true
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(a) === plain(b)
}

/** The vendors whose feeds tell about accounts of ours. */
export const accountFeeds = ['monnify', 'providus', 'paystack'] as const

export type AccountFeed = (typeof accountFeeds)[number]

/** What a person typed: a vendor, or `none` for an account of which only statements tell. */
export function parseFeed(text: string): AccountFeed | null {
  if (text === 'none') return null
  const feed = accountFeeds.find((known) => known === text)
  if (feed !== undefined) return feed
  throw new Refusal('feed_unknown', `"${text}" is not a feed. Use ${accountFeeds.join(', ')}, or "none".`)
}
