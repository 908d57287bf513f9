import type { TransferFacts } from './facts.ts'

type Right = Pick<NonNullable<TransferFacts['right']>, 'business_id' | 'reference' | 'purpose' | 'leg'>

/** What a right is called for ever: the same after the database was lost and the buy came again. */
export function rightKey(mode: string, { business_id, reference, purpose, leg }: Right): string {
  return [business_id, mode, reference, purpose, leg].join('/')
}
