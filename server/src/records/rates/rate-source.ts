import type { Decimal } from '../../kernel/money/decimal.ts'
import type { Pair } from './pair.ts'

/** Both sides of a market: what one unit sells for (bid) and what it costs (ask). Never crossed. */
export type Sides = Readonly<{ bid: Decimal; ask: Decimal }>

export type Quote = Sides &
  Readonly<{
    pair: Pair
    /** The source's own time of the quote, never the time at which we read it: that would make every answer look new. */
    observedAt: Date
  }>

export type RateAnswer =
  | Readonly<{ kind: 'quotes'; quotes: readonly Quote[] }>
  /** Nothing can be taken from it: it did not answer, or not as documented. The reason is kept. */
  | Readonly<{ kind: 'failed'; reason: string }>

/** Port: somebody outside who says what currencies cost. */
export type RateSource = Readonly<{
  /** Lower-case letters. Rows hold it. */
  name: string
  /** What it can be asked for. An answer may leave some out. */
  pairs: readonly Pair[]
  /** How old a quote of its may be, by its own time, and still count. */
  staleAfterMs: number
  /** One look, with a deadline of its own. Never rejects. Each pair at most once. */
  read(): Promise<RateAnswer>
}>
