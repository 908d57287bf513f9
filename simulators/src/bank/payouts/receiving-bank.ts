import type { Vendor } from '../vendor.ts'
import listings from './receiving-banks.json' with { type: 'json' }

/** A bank that receives payouts. Each vendor has its own codes, which cannot be computed from each other. */
export type ReceivingBank = Readonly<{
  name: string
  slug: string
  paystackCode: string
  /** Missing if the vendor lists only the bank behind the brand. */
  monnifyCode?: string
  nipCode?: string
}>

export const receivingBanks: readonly ReceivingBank[] = listings

const byCode: Readonly<Record<Vendor, ReadonlyMap<string, ReceivingBank>>> = {
  paystack: new Map(receivingBanks.map((bank) => [bank.paystackCode, bank])),
  monnify: new Map(receivingBanks.flatMap((bank) => (bank.monnifyCode ? [[bank.monnifyCode, bank]] : []))),
  providus: new Map(),
  kora: new Map(),
}
const byAnyName = new Map(
  receivingBanks.flatMap((bank) => [bank.nipCode, bank.slug].flatMap((name) => (name ? [[name, bank]] : []))),
)

/** Finds a bank by the vendor's own code only. */
export function findReceivingBank(vendor: Vendor, code: string): ReceivingBank | undefined {
  return byCode[vendor].get(code)
}

/** Finds a bank by the code of the national rail or by the slug. Two brands of one bank are the same. */
export function findBankByKey(key: string): ReceivingBank | undefined {
  return byAnyName.get(key)
}

/** Returns the simulator's key for a bank, which is the same for all vendors. */
export function keyOfBank({ nipCode, slug }: ReceivingBank): string {
  return nipCode ?? slug
}
