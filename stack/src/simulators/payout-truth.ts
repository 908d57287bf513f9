/** A payout as the simulated bank really made it, which may differ from its answers. */
export type TruePayout = Readonly<{
  account: string
  reference: string
  status: string
  minor: bigint
  debitedMinor: bigint
  returnedMinor: bigint
  /** Account number of the beneficiary. */
  number: string
  /** Amounts that reached the beneficiary and were not taken back, in order. */
  arrivedMinor: readonly bigint[]
  faults: readonly string[]
}>

type Told = Readonly<{
  account: string
  reference: string
  status: string
  kobo: string
  debited_kobo: string
  returned_kobo: string
  number: string
  arrivals: ReadonlyArray<Readonly<{ kobo: string; taken_back_at: string | null }>>
  faults: readonly string[]
}>

/** Parses one JSON object per line. */
export function readPayoutTruth(text: string): TruePayout[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toTruePayout(JSON.parse(line) as Told))
}

function toTruePayout({ account, reference, status, number, faults, arrivals, ...told }: Told): TruePayout {
  return {
    account,
    reference,
    status,
    number,
    faults,
    minor: BigInt(told.kobo),
    debitedMinor: BigInt(told.debited_kobo),
    returnedMinor: BigInt(told.returned_kobo),
    arrivedMinor: arrivals.flatMap((one) => (one.taken_back_at === null ? [BigInt(one.kobo)] : [])),
  }
}
