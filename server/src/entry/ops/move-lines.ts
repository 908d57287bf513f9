import { formatId } from '../../kernel/ids/ids.ts'
import type { TreasuryMove } from '../../movements/treasury/move-store.ts'
import { printSpan } from './moments.ts'
import { printNaira } from './naira.ts'

export function moveLines(moves: readonly TreasuryMove[], now: Date): string[] {
  if (moves.length === 0) return ['Nothing of ours was moved.']
  return moves.flatMap((move) => [
    `${formatId('case', move.id)}  ${printNaira(move.amountMinor)} of ${move.kind}, ${move.from} → ${move.to}`,
    `    ${describeMove(move)}; decided ${printSpan(now.getTime() - move.decidedAt.getTime())} ago`,
  ])
}

function describeMove({ kind, state, hasLeft }: TreasuryMove): string {
  if (state === 'done') return 'done'
  if (state === 'cancelled') return 'cancelled'
  if (kind === 'tokens') return 'the chain does not show it in both wallets yet'
  if (state === 'expected') return 'neither bank shows it yet'
  return hasLeft
    ? 'in transit: it left, and is not seen to arrive'
    : 'in transit: it arrived, and is not seen to leave'
}
