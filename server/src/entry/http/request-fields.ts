import { Type } from 'typebox'
import { formatMoney } from '../../kernel/money/money.ts'
import { networkChoice } from '../../kernel/networks.ts'
import type { AmountBounds } from '../../records/limits/transaction-bounds.ts'

// At least one visible character, no control characters and no half of a surrogate pair.
const PRINTABLE = '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]+$'

/** One line of text, as in a name. */
export function textField(description: string, examples: readonly string[], maxLength = 200) {
  return Type.String({ description, examples, minLength: 1, maxLength, pattern: PRINTABLE })
}

/** A decimal. The exact text of a number is read separately (readAmount), because a float may change its value. */
export function amountField(description: string, ...bounds: readonly AmountBounds[]) {
  const ranges = bounds.map(({ minimum, maximum }) => {
    const range = `${formatMoney(minimum)} to ${formatMoney(maximum)}`
    return bounds.length === 1 ? range : `${range} ${minimum.asset}`
  })
  return Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: `${description} A number with up to two decimals and no exponent, or the same in quotes. From ${ranges.join(', or from ')}.`,
    examples: [25000, '25000.50'],
  })
}

export const businessFields = {
  business_id: textField('The id of your business (biz_…).', ['biz_01a1dcc264cc7ab5819881f76f5e96ba'], 60),
  link_tag: textField('The link tag of your business.', ['ada-foods'], 60),
}

export const accountNumberField = Type.String({
  description: 'Ten digits as text, including leading zeros.',
  examples: ['0123456789'],
  pattern: '^[0-9]{10}$',
})

const networkField = textField(
  `${networkChoice} (case does not matter). Send it together with wallet_address.`,
  ['Polygon'],
  40,
)
const addressField = textField(
  'An address on that network.',
  ['0x8ba1f109551bD432803012645Ac136ddd64DBA72'],
  120,
)

export const requiredWalletFields = { network: networkField, wallet_address: addressField }

export const walletFields = {
  network: Type.Optional(networkField),
  wallet_address: Type.Optional(addressField),
}

export const referenceField = Type.Optional(
  Type.String({
    description:
      'Your own reference: 1 to 64 letters, digits, ".", "_" or "-". Repeating a request with the same reference returns the first transaction.',
    examples: ['order-2291'],
    pattern: '^[A-Za-z0-9._-]{1,64}$',
  }),
)
