/** What the payer wrote down before it asked a bank to pay. */
export type JournaledPayout = Readonly<{
  /** Its number among all records of the journal. */
  n: number
  accountId: string
  reference: string
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  rightKey: string
  attempt: number
  payoutId: string
  bankCode: string
  accountNumber: string
  amountMinor: bigint
}>

/** What the payer remembers by itself, outside the database: after a restore, only it and the banks know what was sent. */
export type PayerJournal = Readonly<{
  /**
   * The sends and repeats among the records after this number, in their order, and the number of the last record that was
   * looked at. Not whole: there are more.
   */
  journal(
    after: number,
    signal: AbortSignal,
  ): Promise<Readonly<{ payouts: readonly JournaledPayout[]; last: number; isWhole: boolean }>>
}>
