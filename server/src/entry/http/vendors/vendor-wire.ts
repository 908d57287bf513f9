import { Type } from 'typebox'
import type { Mode } from '../../../kernel/mode.ts'
import { listedAccounts, type VendorAccount } from '../../../records/banks/vendor-account.ts'

export const VendorReply = Type.Object(
  {
    status: Type.Enum(['success']),
    message: Type.String({ examples: ['Pay into any one of these, and name it in the buy.'] }),
    VendorList: Type.Array(
      Type.Object({
        vendorName: Type.String({ examples: ['Afara Collections'] }),
        vendorNumber: Type.String({ description: 'The account number.', examples: ['0000000003'] }),
        vendorBank: Type.String({ description: 'The name of the bank.', examples: ['Providus Bank'] }),
      }),
    ),
  },
  { $id: 'VendorReply' },
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
