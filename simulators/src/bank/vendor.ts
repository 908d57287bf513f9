/** Vendors that hold our accounts and notify us. */
export const vendors = ['monnify', 'providus', 'paystack', 'kora'] as const
export type Vendor = (typeof vendors)[number]

export function isVendor(value: unknown): value is Vendor {
  return vendors.some((vendor) => vendor === value)
}

/** The bank behind each vendor's account numbers. */
export const vendorBanks: Readonly<Record<Vendor, { code: string; name: string }>> = {
  monnify: { code: '50515', name: 'Moniepoint Microfinance Bank' },
  providus: { code: '101', name: 'Providus Bank' },
  paystack: { code: '035', name: 'Wema Bank' },
  kora: { code: '035', name: 'Wema Bank' },
}
