import type { Party } from './party.ts'

/** One request of a caller, with all its retries. */
export type Intent = Readonly<{
  number: number
  kind: 'buy' | 'sell'
  party: Party
  /** Unique among the intents of this kind, so the amount alone identifies the transaction of an intent. */
  amountMinor: bigint
  /** A caller without a reference or a key cannot retry: the retry would be another transaction. */
  reference: string | null
  idempotencyKey: string | null
  bank: Readonly<{ name: string; code: string }>
  accountNumber: string
  accountName: string | null
  wallet: Readonly<{ network: string; address: string }> | null
  /** Set for buys only. */
  vendor: Vendor | null
  /** A patient caller retries until it knows the outcome. */
  isPatient: boolean
  /** Extra behaviour: sends twice at once, sends again after the reply, or sends another amount under the same name. */
  habit: 'once' | 'twice_at_once' | 'again_after' | 'changed_after'
  /** Breaks a rule of the API, so it must be refused. */
  isWrong: boolean
}>

export type Vendor = Readonly<{ uuid: string; name: string; bankName: string; accountNumber: string }>

/** Returns the body of the request. `spelling` selects one of several ways to write the same amount. */
export function bodyOf(intent: Intent, spelling: number, amountMinor = intent.amountMinor): string {
  const { kind, party, bank, wallet, vendor, reference, accountNumber, accountName } = intent
  const fields = {
    business_id: party.businessId,
    link_tag: party.linkTag,
    type: kind === 'buy' ? 'buy_ramp' : 'sell_ramp',
    ...(vendor && {
      vendor_name: vendor.name,
      vendor_bank: vendor.bankName,
      vendor_number: vendor.accountNumber,
    }),
    bank_name: bank.name,
    account_number: accountNumber,
    ...(accountName !== null && { account_name: accountName }),
    ...(wallet && { network: wallet.network, wallet_address: wallet.address }),
    ...(reference !== null && { reference }),
  }
  return `{"amount":${spell(amountMinor, spelling)},${JSON.stringify(fields).slice(1)}`
}

/** Returns the shortest decimal, as in replies: `15000.1`. */
export function shortest(minor: bigint): string {
  return decimal(minor).replace(/\.?0+$/, '')
}

function spell(minor: bigint, spelling: number): string {
  const spellings = [shortest(minor), decimal(minor), `"${decimal(minor)}"`, `"${shortest(minor)}"`]
  return spellings[spelling % spellings.length] ?? shortest(minor)
}

function decimal(minor: bigint): string {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Computes the fee independently of the code under proof. */
export function feeOf({ party: { feePlan }, amountMinor }: Intent): bigint {
  const { flatMinor, bps, capMinor } = feePlan
  const exact = amountMinor * bps
  const fee = flatMinor + exact / 10_000n + (exact % 10_000n === 0n ? 0n : 1n)
  return fee > capMinor ? capMinor : fee
}
