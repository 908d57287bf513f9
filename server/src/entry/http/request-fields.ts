import { Type } from 'typebox'
import { formatMoney, type Money } from '../../kernel/money/money.ts'
import { networkChoice, networkNames } from '../../kernel/networks.ts'
import type { AmountBounds } from '../../records/limits/transaction-bounds.ts'
import { type Metadata, metadataLimits } from '../../records/transactions/metadata.ts'

// At least one visible character, no control characters and no half of a surrogate pair.
const PRINTABLE = '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]+$'

/** One line of text, as in a name. */
export function textField(description: string, examples: readonly string[], maxLength = 200) {
  return Type.String({ description, examples, minLength: 1, maxLength, pattern: PRINTABLE })
}

/**
 * A decimal. The exact text of a number is read separately (readAmount), because a float may change its value. The API reference shows the
 * bounds in `documented`, but the schema does not enforce them: a wrong amount has its own codes.
 */
export function amountField(description: string, ...bounds: readonly AmountBounds[]) {
  const ranges = bounds.map(({ minimum, maximum }) => {
    const range = `${formatMoney(minimum)} to ${formatMoney(maximum)}`
    return bounds.length === 1 ? range : `${range} ${minimum.asset}`
  })
  return Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: `${description} A number with up to two decimals and no exponent, or the same in quotes. From ${ranges.join(', or from ')}.`,
    examples: [25000, '25000.50'],
    documented: {
      minimum: least(bounds.map(({ minimum }) => minimum)),
      maximum: Math.max(...bounds.map(({ maximum }) => wholeUnits(maximum))),
      pattern: '^[0-9]+([.][0-9]{1,2})?$',
    },
  })
}

function least(amounts: readonly Money[]): number {
  return Math.min(...amounts.map(wholeUnits))
}

/** Bounds have no decimals, so the document can show them as whole numbers. */
function wholeUnits(bound: Money): number {
  return Number.parseInt(formatMoney(bound), 10)
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

// No enum, because the case of the letters does not matter.
const networkField = textField(
  `${networkChoice} (case does not matter). Send it together with wallet_address.`,
  networkNames,
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

/** Labels of a transaction. They are compared as text and mean nothing to us. */
export const metadataField = Type.Optional(
  Type.Unsafe<Metadata>({
    type: 'object',
    description: `Your own labels: at most ${metadataLimits.keys} keys of 1 to ${metadataLimits.keyLength} letters, digits, ".", "_" or "-" that begin with a letter, each with text of at most ${metadataLimits.valueLength} characters. Returned everywhere, and you can filter lists by them. Do not put secrets in them.`,
    maxProperties: metadataLimits.keys,
    propertyNames: { pattern: `^[A-Za-z][A-Za-z0-9._-]{0,${metadataLimits.keyLength - 1}}$` },
    additionalProperties: {
      type: 'string',
      maxLength: metadataLimits.valueLength,
      // May be empty. No control characters and no half of a surrogate pair, which PostgreSQL cannot store.
      pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    },
    examples: [{ order: '2291', shop: 'Yaba' }],
  }),
)

/** A filter of lists. */
export const metadataQuery = Type.Optional(
  Type.String({
    description: 'A key of `metadata`, a colon and its whole value.',
    pattern: `^[A-Za-z][A-Za-z0-9._-]{0,${metadataLimits.keyLength - 1}}:[^\\p{Cc}\\p{Cs}]*$`,
    maxLength: metadataLimits.keyLength + 1 + metadataLimits.valueLength,
    examples: ['order:2291'],
  }),
)

export function readMetadataQuery(text: string | undefined): Metadata | undefined {
  if (text === undefined) return undefined
  const colon = text.indexOf(':')
  return { [text.slice(0, colon)]: text.slice(colon + 1) }
}
