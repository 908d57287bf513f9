import type { Drill } from '../../../records/transactions/drill-store.ts'
import { formatId } from '../../../kernel/ids/ids.ts'

/** A drill as the caller sees it. */
export function toDrillWire(drill: Drill): { drill: { id: string; status: string } } {
  return { drill: { id: formatId('transaction', drill.id), status: drill.status } }
}
