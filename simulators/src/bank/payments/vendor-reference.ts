import type { Draw } from '../draw.ts'
import { lagosDigits } from '../lagos-time.ts'
import type { Vendor } from '../vendor.ts'

/** References in the format of each vendor's published samples. The number of the line makes them unique. */
const forms: Readonly<Record<Vendor, (at: number, seq: number, draw: Draw) => string>> = {
  monnify: (at, seq, draw) =>
    `MNFY|${draw.digits(2, 'shard', seq)}|${lagosDigits(at)}|${String(seq).padStart(6, '0')}`,
  providus: (at, seq) => `2${lagosDigits(at).slice(2, 8)}${String(seq).padStart(14, '0')}`,
  kora: (_, seq, draw) => `KPY-PAY-${draw.digits(6, 'reference', seq)}${String(seq).padStart(8, '0')}`,
  paystack: (_, seq, draw) => `${draw.digits(7, 'reference', seq)}${String(seq).padStart(8, '0')}`,
}

/** Returns the vendor's own id of a transaction. */
export function writeVendorReference(vendor: Vendor, at: number, seq: number, draw: Draw): string {
  return forms[vendor](at, seq, draw)
}

/** Paystack also numbers its transactions. */
export function paystackId(seq: number): number {
  return 4_100_000_000 + seq
}

export function paystackSeq(id: number): number {
  return id - 4_100_000_000
}
