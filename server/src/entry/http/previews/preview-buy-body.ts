import { type Static, Type } from 'typebox'
import { BuyBody } from '../buys/buy-wire.ts'

const { vendor_name, vendor_bank, vendor_number, bank_name, account_number, ...rest } = BuyBody.properties

/** A buy before anybody has paid: who pays, and into which account, may not be known yet. */
export const BuyPreviewBody = Type.Object(
  {
    ...rest,
    vendor_name: Type.Optional(vendor_name),
    vendor_bank: Type.Optional(vendor_bank),
    vendor_number: Type.Optional(vendor_number),
    bank_name: Type.Optional(bank_name),
    account_number: Type.Optional(account_number),
  },
  { $id: 'BuyPreviewRequest', additionalProperties: false },
)

export type BuyPreviewBody = Static<typeof BuyPreviewBody>
