import { formatId } from '../../kernel/ids/ids.ts'
import { type Asset, type Money, parseMoney } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { Default } from '../../records/cases/business/questions.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import type { WalletStop } from '../../records/transactions/wallets/wallet-store.ts'
import { type JsonObject, numberText } from './exact-json.ts'
import { readFields } from './read-fields.ts'

/** Throws unless the request belongs to the key's business. A request names its business by id and by link tag, and both must match. */
export function requireOwnBusiness(
  { tenant, linkTag }: AuthenticatedKey,
  body: Readonly<{ business_id: string; link_tag: string }>,
): void {
  if (body.business_id === formatId('business', tenant.businessId) && body.link_tag === linkTag) return
  throw new Refusal('business_mismatch', 'business_id and link_tag must belong to the business of the key.')
}

/** Reads the exact text of the number, or a decimal in quotes. */
export function readAmount(body: JsonObject & Readonly<{ amount: number | string }>, asset: Asset): Money {
  return parseMoney(numberText(body, 'amount') ?? String(body.amount), asset)
}

type WalletWords = Readonly<{ network?: string; wallet_address?: string }>

/** Returns the wallet, or null if the request has neither of its two fields. Refuses a request that has only one of them. */
export function readWallet(rules: WalletAddressRules, words: WalletWords): Wallet | null {
  if (words.network === undefined && words.wallet_address === undefined) return null
  return readGivenWallet(rules, words)
}

/** Refuses an address that can never be valid. Whether the wallet can receive tokens is checked later. */
export function readGivenWallet(
  rules: WalletAddressRules,
  { network, wallet_address: address }: WalletWords,
): Wallet {
  const given = readFields({
    network: () => parseNetwork(network ?? refuseHalf()),
    wallet_address: () => address ?? refuseHalf(),
  })
  const verdict = rules.judge(given.network, given.wallet_address)
  if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
  return { network: given.network, address: verdict.address }
}

function refuseHalf(): never {
  throw new Refusal('wallet_incomplete', 'Send network and wallet_address together, or neither.')
}

/** 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header
  throw new Refusal(
    'idempotency_key_invalid',
    'Idempotency-Key must be one header of 1 to 255 visible ASCII characters.',
  )
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
// Lagos is one hour ahead of UTC, all year.
const LAGOS_OFFSET_MS = 60 * 60 * 1000

/** Formats `November 14, 2026` in Lagos time. Built manually, because a formatter costs more than the rest of a reply. */
export function dateCreated(at: Date): string {
  const there = new Date(at.getTime() + LAGOS_OFFSET_MS)
  return `${months[there.getUTCMonth()]} ${there.getUTCDate()}, ${there.getUTCFullYear()}`
}

/** Tells why a wallet cannot receive, until when we wait for it, and what happens then. The holder of the wallet must act. */
export function toWalletNeed({ code, message, until }: WalletStop, then: Default) {
  if (until === undefined || until === null) return { code, message }
  return { code, message, choices: [], due_at: new Date(until).toISOString(), default: then }
}
