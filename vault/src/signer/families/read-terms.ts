import { BadRequest } from '../../shared/read-fields.ts'
import type { Terms } from './family.ts'

const WHOLE = /^(?:0|[1-9][0-9]{0,29})$/

/** Terms under exactly these names. Throws BadRequest. */
export function readTerms<Name extends string>(terms: Terms, names: readonly Name[]): Record<Name, string> {
  const odd = Object.keys(terms).find((name) => !(names as readonly string[]).includes(name))
  if (odd !== undefined) throw new BadRequest('there is a term too many')
  const missing = names.find((name) => !Object.hasOwn(terms, name))
  if (missing !== undefined) throw new BadRequest(`there is no term ${missing}`)
  return terms as Record<Name, string>
}

export function wholeTerm(text: string, name: string): bigint {
  if (WHOLE.test(text)) return BigInt(text)
  throw new BadRequest(`${name} is no whole number`)
}
