import { Type } from 'typebox'
import type { Mode } from '../../../kernel/mode.ts'
import { listedAccounts, type VendorAccount } from '../../../records/banks/vendor-account.ts'
import { successField, textReply } from '../reply-fields.ts'

const Vendor = Type.Object(
  {
    vendorName: textReply('The name on the account.', 'Afara Collections'),
    vendorNumber: textReply('The account number.', '0000000003'),
    vendorBank: textReply('The name of the bank.', 'Providus Bank'),
  },
  { $id: 'Vendor', additionalProperties: false, description: 'A bank account of ours that buyers pay into.' },
)

export const VendorReply = Type.Object(
  {
    status: successField,
    message: textReply('For people.', 'Pay into any one of these, and name it in the buy.'),
    VendorList: Type.Array(Vendor),
  },
  { $id: 'VendorReply', additionalProperties: false },
)

const bodies = { live: new WeakMap<object, string>(), test: new WeakMap<object, string>() }

/** The list as JSON. The same accounts give the same text, so it is written once. */
export function vendorListJson(visible: readonly VendorAccount[], mode: Mode): string {
  const known = bodies[mode].get(visible)
  if (known !== undefined) return known
  const json = JSON.stringify({
    status: 'success',
    message: messages[mode],
    VendorList: listedAccounts(visible, mode).map(({ name, accountNumber, bankName }) => ({
      vendorName: name,
      vendorNumber: accountNumber,
      vendorBank: bankName,
    })),
  })
  bodies[mode].set(visible, json)
  return json
}

const messages: Readonly<Record<Mode, string>> = {
  live: 'Pay into any one of these, and name it in the buy.',
  test: 'Test accounts: never pay real naira into them. Name one in a buy with a test key.',
}
