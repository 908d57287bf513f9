import { createSettingReader, isFields, type SettingReader } from '../shared/settings.ts'
import type { AccountPolicy, PayerPolicy } from './payer-policy.ts'
import { type BankDirectory, createBankDirectory } from './rails/bank-directory.ts'
import type { BankRail } from './rails/bank-rail.ts'
import { createMonnifyRail } from './rails/monnify/monnify-rail.ts'
import { createPaystackRail } from './rails/paystack/paystack-rail.ts'

/** An account that may pay: its policy and the connection to its vendor. */
export type PayoutAccount = Readonly<{ policy: AccountPolicy; rail: BankRail; directory: BankDirectory }>

export type PayoutAccounts = ReadonlyMap<string, PayoutAccount>

const NAMES = {
  paystack: new Set(['vendor', 'base_url', 'secret_key', 'previous_secret_key']),
  monnify: new Set([
    'vendor',
    'base_url',
    'api_key',
    'secret_key',
    'previous_secret_key',
    'source_account_number',
  ]),
}

export function createPayoutAccounts(
  policy: PayerPolicy,
  rails: ReadonlyMap<string, BankRail>,
  nowMs: () => number,
): PayoutAccounts {
  return new Map(
    policy.accounts.map((account) => {
      const rail = rails.get(account.account)
      if (rail === undefined || rail.vendor !== account.vendor)
        throw new Error(`${account.account} at ${account.vendor} has no credentials`)
      return [account.account, { policy: account, rail, directory: createBankDirectory(rail, nowMs) }]
    }),
  )
}

/** Reads `{"<account id>": {"vendor": …, …}}`, the credentials at each account's vendor. */
export function readCredentials(text: string): ReadonlyMap<string, BankRail> {
  const file: unknown = JSON.parse(text)
  if (!isFields(file)) throw new Error('the credentials must be {"<account>": {…}}')
  return new Map(Object.entries(file).map(([account, given]) => [account, readRail(account, given)]))
}

function readRail(account: string, given: unknown): BankRail {
  const line = `the credentials of ${account}`
  const vendor = isFields(given) ? given['vendor'] : undefined
  if (vendor !== 'paystack' && vendor !== 'monnify') throw new Error(`${line}: the vendor does not exist`)
  const reader = createSettingReader(given, NAMES[vendor], line)
  const baseUrl = reader.text('base_url', /^https?:\/\/[^\s?#]+[^/\s?#]$/)
  const secretKey = reader.text('secret_key', /^\S+$/)
  const previousSecretKey = optional(reader, 'previous_secret_key')
  if (vendor === 'paystack') return createPaystackRail({ baseUrl, secretKey, previousSecretKey })
  return createMonnifyRail({
    baseUrl,
    secretKey,
    previousSecretKey,
    apiKey: reader.text('api_key', /^\S+$/),
    sourceAccountNumber: reader.text('source_account_number', /^[0-9]{10}$/),
  })
}

function optional({ fields, text }: SettingReader, name: string): string | null {
  return fields[name] === undefined ? null : text(name, /^\S+$/)
}
