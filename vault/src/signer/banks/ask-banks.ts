import type { CreditShare } from '../../shared/money/judge-credit.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { createSettingReader } from '../../shared/settings.ts'
import { type AskVendor, bankVendors } from './bank-vendors.ts'

/** What a bank says about a credit: that it is there, that it is not, or nothing. */
export type BankWord = Readonly<{ says: 'yes' } | { says: 'no' | 'nothing'; why: string }>

/** Asks the bank of a credit about it. Never throws. */
export type AskBanks = (mode: string, credit: CreditShare) => Promise<BankWord>

type BankAccess = Readonly<{
  mode: string
  account: string
  vendor: string
  /** The names under which the vendor knows the account. */
  names: readonly string[]
  /** Payments to numbers that the vendor gave us arrive on this account. */
  isPool: boolean
  ask: AskVendor
}>

const SETTINGS = new Set(
  'mode account vendor base_url secret_key api_key client_id account_reference is_pool'.split(' '),
)
const ASK_WITHIN_MS = 4_500
// After a failure, the bank is not asked again for a while, because the other payments of the lane wait meanwhile.
const PAUSE_MS = 5_000

/** Reads the accounts whose credits the signer can ask about: `{"accounts": [{…}]}`. Throws if a setting is missing or wrong. */
export function readBanks(text: string): AskBanks {
  const { accounts } = JSON.parse(text) as { accounts?: unknown }
  if (!Array.isArray(accounts)) throw new Error('the file of banks must be {"accounts": […]}')
  return createAskBanks(accounts.map(readAccess))
}

function readAccess(given: unknown, place: number): BankAccess {
  const { fields, text, wrong } = createSettingReader(given, SETTINGS, `account ${place + 1} of the banks`)
  const vendor = text('vendor', /^[a-z]+$/)
  const create = bankVendors[vendor] ?? wrong(`the signer cannot ask ${vendor}`)
  const account = text('account', /^[\w-]+:[0-9]{10}$/)
  const [, number = ''] = account.split(':')
  const clientId = vendor === 'monnify' ? 'api_key' : 'client_id'
  const needsClient = vendor === 'monnify' || vendor === 'providus'
  const mode = text('mode', /^(?:live|test)$/)
  return {
    mode,
    account,
    vendor,
    names: [
      number,
      fields['account_reference'] === undefined ? `afara-${number}` : text('account_reference', /./),
    ],
    isPool: fields['is_pool'] === true,
    ask: create({
      baseUrl: text('base_url', mode === 'live' ? /^https:\/\/.*[^/]$/ : /^https?:\/\/.*[^/]$/),
      secretKey: text('secret_key', /./),
      clientId: needsClient ? text(clientId, /./) : '',
    }),
  }
}

function createAskBanks(banks: readonly BankAccess[]): AskBanks {
  const pausedUntilMs = new Map<string, number>()
  return async (mode, credit) => {
    const bank = banks.find((one) => one.mode === mode && one.account === credit.account)
    if (bank === undefined)
      return { says: 'no', why: `the signer may not ask about account ${credit.account}` }
    const { vendor } = bank
    const name = credit.names.find((one) => one.startsWith(`${vendor}:`))?.slice(vendor.length + 1)
    if (name === undefined) return { says: 'no', why: `${vendor} never reported it` }
    if ((pausedUntilMs.get(vendor) ?? 0) > performance.now())
      return { says: 'nothing', why: `${vendor} did not answer a moment ago` }
    try {
      const found = await bank.ask(name, AbortSignal.timeout(ASK_WITHIN_MS))
      if (found === undefined) return { says: 'no', why: `${vendor} knows no payment ${name}` }
      if (String(found.grossMinor) !== credit.gross_minor)
        return { says: 'no', why: `${vendor} says that ${name} is ${sayNaira(found.grossMinor)}` }
      return arrivesOn(bank, found.paidTo, banks)
        ? { says: 'yes' }
        : { says: 'no', why: `${vendor} says that ${name} was paid to another account` }
    } catch (error) {
      pausedUntilMs.set(vendor, performance.now() + PAUSE_MS)
      return { says: 'nothing', why: `${vendor} does not answer: ${(error as Error).message}` }
    }
  }
}

function arrivesOn(
  { names, isPool, vendor }: BankAccess,
  paidTo: string,
  banks: readonly BankAccess[],
): boolean {
  if (names.includes(paidTo)) return true
  return isPool && !banks.some((other) => other.vendor === vendor && other.names.includes(paidTo))
}
