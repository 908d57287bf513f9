import { allKinds, type Catalogue, wholeName } from '../case.ts'
import type { Operation } from '../document/operation.ts'
import { classNames } from '../kinds.ts'
import type { Tally } from '../tally.ts'

const LEAST_SHARE = 0.12
const LEAST_SUCCESS = 0.9
/** A run of this size covers every kind. */
export const WHOLE_CATALOGUE_REQUESTS = 50_000

/** A run in which little happened proves little. Returns a description of what is missing. */
export function tooLittle(
  tally: Tally,
  catalogue: Catalogue,
  operations: readonly Operation[],
  wanted: number,
): string[] {
  const missing: string[] = []
  const sent = tally.requests()
  if (sent < wanted) missing.push(`only ${sent} of ${wanted} requests were sent`)
  for (const className of classNames) {
    const share = tally.requests(className) / sent
    if (share < LEAST_SHARE)
      missing.push(`only ${Math.round(share * 100)} % of the requests were of the class ${className}`)
  }
  const { good, all } = tally.successes('valid')
  if (good < all * LEAST_SUCCESS) missing.push(`only ${good} of ${all} valid requests succeeded`)
  // Nothing is paid here, so nothing is completed and no decision waits. No worker checks a batch, there is no chain to send a deposit on, and
  // no business is approved for standing numbers.
  const reachable = operations.filter(
    ({ id, path }) =>
      !/\/(receipt|deposits|accept|return|wallet|beneficiary|confirm)$|^\/cases\/v1\/\{/.test(path) &&
      !/^POST \/collections\/v1\/numbers$|\/collections\/v1\/numbers\/\{/.test(id),
  )
  const unreached = reachable.filter(({ id }) => !tally.reached().has(id))
  if (unreached.length > 0)
    missing.push(`these operations never succeeded: ${unreached.map(({ id }) => id).join(', ')}`)
  const unsent = allKinds(catalogue)
    .map(wholeName)
    .filter((name) => !tally.sent().has(name))
  if (wanted >= WHOLE_CATALOGUE_REQUESTS && unsent.length > 0) {
    missing.push(`${unsent.length} kinds of case were never sent, such as "${unsent[0]}"`)
  }
  return missing
}
