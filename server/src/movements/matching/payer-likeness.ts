import type { Payer } from '../feeds/bank-line.ts'
import type { Likeness } from './likeness.ts'

/** Fewer digits than this fit one number in a hundred, and say too little. */
const FEWEST_SHOWN = 3
const HIDDEN = '*'

/** Whether a payer's number, or the mask that a bank shows of it, is the number or mask given: ten places, `*` hides a digit. */
export function payerLikeness(payer: Payer, given: string | null): Likeness {
  const seen = payer.accountNumber ?? payer.accountMask
  if (seen === undefined || given === null) return 'unknown'
  if (seen.length !== given.length) return 'other'
  let shown = 0
  for (let place = 0; place < seen.length; place += 1) {
    if (seen[place] === HIDDEN || given[place] === HIDDEN) continue
    if (seen[place] !== given[place]) return 'other'
    shown += 1
  }
  return shown >= FEWEST_SHOWN ? 'same' : 'unknown'
}
