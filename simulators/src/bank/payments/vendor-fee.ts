import type { Vendor } from '../vendor.ts'

type Fee = Readonly<{ fee: bigint; vat: bigint }>

const MOST_AT_PAYSTACK = 30_000n
const MOST_AT_KORA = 200_000n

/** Each vendor's fee for a transfer into an account, after its published prices or samples. Rounded down. */
const fees: Readonly<Record<Vendor, (gross: bigint) => Fee>> = {
  monnify: () => ({ fee: 1000n, vat: 0n }),
  providus: () => ({ fee: 4500n, vat: (4500n * 75n) / 1000n }),
  paystack: (gross) => ({ fee: gross / 100n < MOST_AT_PAYSTACK ? gross / 100n : MOST_AT_PAYSTACK, vat: 0n }),
  // 1.075 % with VAT, at most 2,150 naira.
  kora: (gross) => {
    const fee = gross / 100n < MOST_AT_KORA ? gross / 100n : MOST_AT_KORA
    return { fee, vat: (fee * 75n) / 1000n }
  },
}

export function vendorFee(vendor: Vendor, gross: bigint): Fee {
  const { fee, vat } = fees[vendor](gross)
  // The fee would consume such a small payment, so there is none.
  return fee + vat < gross ? { fee, vat } : { fee: 0n, vat: 0n }
}
