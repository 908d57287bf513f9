import { mapJson } from '../vendor-json.ts'
import { cleanText } from './clean-text.ts'

/**
 * The vendor's own words, to be looked at later and never reckoned with, in a form that jsonb takes. A number stays one
 * where it is written again as it was; any other is kept as the text of its digits.
 */
export function keepRaw(value: unknown): unknown {
  return mapJson(value, (scalar) => {
    if (typeof scalar === 'string') return cleanText(scalar)
    if (typeof scalar !== 'object' || scalar === null) return scalar
    const { digits } = scalar
    return String(Number(digits)) === digits ? Number(digits) : digits.slice(0, 60)
  })
}
