import type { SourceShare } from '../journal/payer-record.ts'
import type { ArrivedTokens } from './judge-deposit.ts'

export type Funded = Readonly<{
  source: readonly SourceShare[]
  /** What of it a chain would show. */
  arrived: readonly ArrivedTokens[]
  /** What its opening took from what the transaction holds, as `<asset> <amount>`. */
  taken: string
}>
