import type { Decimal } from '../../kernel/money/decimal.ts'
import type { Pair } from './pair.ts'

/** Both sides of a market: the price at which one unit sells (bid) and its cost (ask). The bid never exceeds the ask. */
export type Sides = Readonly<{ bid: Decimal; ask: Decimal }>

export type Quote = Sides &
  Readonly<{
    pair: Pair
    /** The source's own time of the quote. Our reading time would make every answer look new. */
    observedAt: Date
  }>

export type RateAnswer =
  | Readonly<{ kind: 'quotes'; quotes: readonly Quote[] }>
  /** The source did not answer, or its answer was not as documented. The reason is recorded. */
  | Readonly<{ kind: 'failed'; reason: string }>

/** Port: an external source of exchange rates. */
export type RateSource = Readonly<{
  /** Lower-case letters. Stored in rows. */
  name: string
  /** Pairs that the source can quote. An answer may omit some. */
  pairs: readonly Pair[]
  /** Maximum age of a quote, by the source's own time. */
  staleAfterMs: number
  /** Reads the source once, with its own deadline. Never rejects. Returns each pair at most once. */
  read(): Promise<RateAnswer>
}>
