import { koraFace } from './kora/kora-face.ts'
import { monnifyFace } from './monnify/monnify-face.ts'
import { paystackFace } from './paystack/paystack-face.ts'
import { providusFace } from './providus/providus-face.ts'
import type { Vendor } from './vendor.ts'
import type { VendorFace } from './vendor-face.ts'

export const vendorFaces: Readonly<Record<Vendor, VendorFace>> = {
  monnify: monnifyFace,
  providus: providusFace,
  paystack: paystackFace,
  kora: koraFace,
}
