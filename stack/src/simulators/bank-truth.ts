/** A line as the simulated bank really booked it, which may differ from what it shows. */
export type TrueLine = Readonly<{
  id: string
  account: string
  vendor: string
  direction: 'credit' | 'debit'
  mark: string
  of: string | null
  reference: string
  shownSessionId: string | null
  grossMinor: bigint
  settledMinor: bigint
  balanceAfterMinor: bigint
  bookedAt: Date
  payerNumber: string
  payerName: string
  /** NIP code. */
  payerBank: string
  remark: string
  faults: readonly string[]
}>

type Told = Readonly<{
  id: string
  account: string
  vendor: string
  direction: 'credit' | 'debit'
  mark: string
  of: string | null
  reference: string
  shown_session_id: string | null
  gross_kobo: string
  settled_kobo: string
  balance_after_kobo: string
  booked_at: string
  payer: Readonly<{ account_number: string; name: string; bank_code: string }>
  remark: string
  faults: readonly string[]
}>

/** Parses one JSON object per line. */
export function readTruth(text: string): TrueLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toTrueLine(JSON.parse(line) as Told))
}

function toTrueLine(told: Told): TrueLine {
  const { id, account, vendor, direction, mark, of, reference, remark, faults, payer } = told
  return {
    id,
    account,
    vendor,
    direction,
    mark,
    of,
    reference,
    remark,
    faults,
    shownSessionId: told.shown_session_id,
    grossMinor: BigInt(told.gross_kobo),
    settledMinor: BigInt(told.settled_kobo),
    balanceAfterMinor: BigInt(told.balance_after_kobo),
    bookedAt: new Date(told.booked_at),
    payerNumber: payer.account_number,
    payerName: payer.name,
    payerBank: payer.bank_code,
  }
}

export function lagosDay(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
}
