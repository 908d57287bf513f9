import { atPar, type Money, subtract } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Preview } from './preview.ts'

/** What is left of an amount after its fee, in the other of the two; undefined where the fee would take all of it. */
export function reckonAmounts(
  amount: Money | undefined,
  feeOf: (amount: Money) => Money,
  into: 'NGN' | 'NGNC',
): Preview['amounts'] {
  if (amount === undefined) return undefined
  try {
    const fee = feeOf(amount)
    return { amount, fee, receives: atPar(subtract(amount, fee), into) }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
