/** A difference of one kobo from the ledger, and its required effect. */
export type Change = Readonly<{
  name: string
  /** The case that operators must get: the start of a line of `readAlarms`. */
  expectedCase: string
  /** The only thing that must be stopped: the start of another line of `readAlarms`. */
  expectedStop: string | undefined
  make(): Promise<void>
  /** Repairs the difference, except for the steps that only operators can do. */
  mend(): Promise<void>
}>
