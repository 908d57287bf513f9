import type { Payer } from '../../../movements/feeds/bank-line.ts'
import { namedPayer, payerOfNarration } from '../narration-payer.ts'

const FORM = /^Transfer from (?<name>[^|]+?) \| (?<bank>[^|]+?) \| (?<mask>\d{3}\*{3}\d{4}) \|/

/** OPay shows seven of the payer's ten digits. */
export function opayPayer(narration: string): Payer {
  const { name, bank, mask } = FORM.exec(narration)?.groups ?? {}
  if (name === undefined || mask === undefined) return payerOfNarration(narration)
  return { ...namedPayer(name, bank), accountMask: mask }
}
