import type { Party } from './party.ts'

/** One thing that a caller wants, however often it has to ask. */
export type Intent = Readonly<{
  number: number
  kind: 'buy' | 'sell'
  party: Party
  /** No other intent of this kind has it: it tells whose a transaction is even where nothing else does. */
  amountMinor: bigint
  /** A caller that gave neither cannot ask again: it would be another transaction. */
  reference: string | null
  idempotencyKey: string | null
  bank: Readonly<{ name: string; code: string }>
  accountNumber: string
  accountName: string | null
  wallet: Readonly<{ network: string; address: string }> | null
  /** Only a buy has one. */
  vendor: Vendor | null
  /** A real caller asks again until it knows. Some do not. */
  isPatient: boolean
  /** What it does besides: asks twice at once, asks again after the answer, or means something else by the same name. */
  habit: 'once' | 'twice_at_once' | 'again_after' | 'changed_after'
  /** Against a rule of the interface, so it must be refused. */
  isWrong: boolean
}>

export type Vendor = Readonly<{ uuid: string; name: string; bankName: string; accountNumber: string }>

/** The body of its request. One amount can be written in several ways, and means the same in each. */
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

/** The shortest decimal, as replies have it: `15000.1`. */
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

/** Reckoned here once more, apart from the code under proof. */
export function feeOf({ party: { feePlan }, amountMinor }: Intent): bigint {
  const { flatMinor, bps, capMinor } = feePlan
  const exact = amountMinor * bps
  const fee = flatMinor + exact / 10_000n + (exact % 10_000n === 0n ? 0n : 1n)
  return fee > capMinor ? capMinor : fee
}
