import { mapJson } from '../vendor-json.ts'
import { cleanText } from './clean-text.ts'

const PLAIN_NUMBER = /^-?[0-9]{1,30}(\.[0-9]{1,30})?$/

/** The vendor's own words in a form that JSON.stringify writes digit by digit and jsonb takes. */
export function keepRaw(value: unknown): unknown {
  return mapJson(value, (scalar) => {
    if (typeof scalar === 'string') return cleanText(scalar)
    if (typeof scalar !== 'object' || scalar === null) return scalar
    // A number with an exponent of a million is a text to us: as a number jsonb would refuse the whole row.
    return PLAIN_NUMBER.test(scalar.digits) ? JSON.rawJSON(scalar.digits) : scalar.digits.slice(0, 60)
  })
}
