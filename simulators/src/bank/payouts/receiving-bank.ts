import type { Vendor } from '../vendor.ts'
import listings from './receiving-banks.json' with { type: 'json' }

/** A bank that payouts go to. Each vendor has codes of its own; none can be computed from another. */
export type ReceivingBank = Readonly<{
  name: string
  slug: string
  paystackCode: string
  /** Missing where the vendor lists only the bank behind the brand. */
  monnifyCode?: string
  nipCode?: string
}>

export const receivingBanks: readonly ReceivingBank[] = listings

const byCode: Readonly<Record<Vendor, ReadonlyMap<string, ReceivingBank>>> = {
  paystack: new Map(receivingBanks.map((bank) => [bank.paystackCode, bank])),
  monnify: new Map(receivingBanks.flatMap((bank) => (bank.monnifyCode ? [[bank.monnifyCode, bank]] : []))),
  providus: new Map(),
}
const byAnyName = new Map(
  receivingBanks.flatMap((bank) => [bank.nipCode, bank.slug].flatMap((name) => (name ? [[name, bank]] : []))),
)

/** By the vendor's own code, and by no other. */
export function findReceivingBank(vendor: Vendor, code: string): ReceivingBank | undefined {
  return byCode[vendor].get(code)
}

/** By the code of the national rail, or by the slug. Two brands of one bank are one. */
export function findBankByKey(key: string): ReceivingBank | undefined {
  return byAnyName.get(key)
}

/** What names the bank here, whichever vendor pays. */
export function keyOfBank({ nipCode, slug }: ReceivingBank): string {
  return nipCode ?? slug
}
