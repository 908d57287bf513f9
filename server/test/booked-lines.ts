import type { BankLine } from '../src/movements/feeds/bank-line.ts'

/** A line that the simulated bank booked. */
export type Booked = Readonly<{
  id: string
  of: string | null
  day: string
  direction: string
  kind: string
  minor: bigint
  balance: bigint
  sessionId: string
  shownSessionId: string | null
  narration: string | null
  payer: Readonly<Record<'name' | 'bank_code' | 'account_number', string>>
}>

/** Maps each kind of the simulated bank's line to the kind that a reader of its statement can recognise. */
const kinds: Readonly<Record<string, string>> = {
  payment: 'payment',
  return: 'unclear',
  outward: 'unclear',
  reversal: 'reversal',
  recall: 'recall',
  charge: 'charge',
  vat: 'charge',
  stamp_duty: 'charge',
}

/** Parses the simulated bank's lines, one JSON object per line. */
export function readTruth(text: string): Booked[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => toBooked(JSON.parse(line)))
}

function lagosDay(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10)
}

/** Returns every wrong fact in the lines that were read, and a wrong number of lines. */
export function findUntruths(
  lines: readonly BankLine[],
  truth: readonly Booked[],
  profile: string,
): string[] {
  if (lines.length !== truth.length) return [`${lines.length} lines for ${truth.length} that were booked`]
  return pairs(lines, truth).flatMap(([line, booked]) => {
    const { accountMask, accountNumber, bankCode, name = '' } = line.payer
    const undone = lines.findIndex(({ externalId }) => externalId === line.undoesExternalId)
    const isTrue = {
      day: lagosDay(line.bookedAt) === booked.day && line.valueDate === booked.day,
      direction: line.direction === booked.direction,
      amount: line.settledMinor === booked.minor && line.grossMinor === booked.minor,
      kind: line.kind === booked.kind,
      session: [undefined, printedSession(booked, profile)].includes(line.sessionId),
      bank: [undefined, booked.payer.bank_code].includes(bankCode),
      name: booked.payer.name.startsWith(name),
      number: accountNumber === undefined,
      mask: [undefined, booked.payer.account_number.replace(/(?<=^...).../, '***')].includes(accountMask),
      undoes: line.undoesExternalId === undefined || truth[undone]?.id === booked.of,
    }
    const wrong = Object.entries(isTrue).filter(([, is]) => !is)
    return wrong.map(([what]) => `${what} of ${booked.id}: ${line.narration}`)
  })
}

/** Returns every fact that the bank certainly printed but that was not read. */
export function findOmissions(
  lines: readonly BankLine[],
  truth: readonly Booked[],
  profile: string,
): string[] {
  return pairs(lines, truth).flatMap(([line, booked]) => {
    const own = printedSession(booked, profile) ?? ''
    const isPayment = booked.kind === 'payment'
    const isNamed = truth.filter((other) => printedSession(other, profile) === own).length === 1
    const isSession = isPayment && isNamed && /^\d{30}$/.test(own)
    const isInOwnForm = isPayment && booked.narration === null && profile !== 'uba'
    return [
      ...(isSession && line.sessionId !== own ? [`session of ${booked.id}`] : []),
      ...(isInOwnForm && line.payer.name !== booked.payer.name ? [`name of ${booked.id}`] : []),
    ]
  })
}

function printedSession(
  { sessionId, shownSessionId, narration }: Booked,
  profile: string,
): string | undefined {
  if (profile === 'uba') return undefined
  if (profile === 'zenith') return narration === null ? sessionId : undefined
  return shownSessionId ?? undefined
}

function pairs(lines: readonly BankLine[], truth: readonly Booked[]): Array<readonly [BankLine, Booked]> {
  return lines.flatMap((line, place) => {
    const booked = truth[place]
    return booked === undefined ? [] : [[line, booked] as const]
  })
}

function toBooked(told: Readonly<Record<string, string>> & { payer: Booked['payer'] }): Booked {
  return {
    id: told['id'] ?? '',
    of: told['of'] ?? null,
    day: lagosDay(new Date(told['booked_at'] ?? '')),
    direction: told['direction'] ?? '',
    kind: kinds[told['mark'] ?? ''] ?? '',
    minor: BigInt(told['settled_kobo'] ?? ''),
    balance: BigInt(told['balance_after_kobo'] ?? ''),
    sessionId: told['session_id'] ?? '',
    shownSessionId: told['shown_session_id'] ?? null,
    narration: told['narration'] ?? null,
    payer: told.payer,
  }
}
