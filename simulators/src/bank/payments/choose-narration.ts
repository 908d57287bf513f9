import type { Draw } from '../draw.ts'
import type { FaultName } from '../faults/catalogue.ts'
import type { Payer } from '../ledger/line.ts'
import { hostileNarration, narrate, otherForms } from '../narration.ts'

/** Returns null to leave the format to the route: each vendor and each bank's statement has its own. */
export function chooseNarration(
  draw: Draw,
  payer: Payer,
  remark: string,
  seq: number,
  has: (fault: FaultName) => boolean,
): string | null {
  const told = { payer, remark, sessionId: draw.digits(30, 'narration', seq) }
  if (has('narration_blank')) return ''
  if (has('narration_hostile')) return hostileNarration
  if (has('narration_coded')) return narrate('coded', told)
  if (has('narration_other_bank')) return narrate(draw.pick(otherForms, 'narration', seq), told)
  return null
}
