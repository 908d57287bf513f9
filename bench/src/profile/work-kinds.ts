import type { StatementWork } from '../whole/count-writes.ts'

/** The kinds of work that PostgreSQL does for a transaction, by the functions or tables that a statement names. The first that fits counts. */
const KINDS: ReadonlyArray<readonly [kind: string, fits: RegExp]> = [
  ['accept', /accept_|accounts_to_look_at/],
  ['bank lines', /record_\w*lines|record_\w*hints|account_look|feed_|record_poll/],
  ['match', /matching|allocate|apply_undecided/],
  ['clear', /driven_|clear_|screen/],
  ['deliver', /_lane|transfers|store_signed|list_out|list_frozen|note_reading|note_journal/],
  ['pay out', /payout|begin_sending|note_answers|note_readings|note_balance|bank_trouble/],
  ['wake and events', /wake|nudge|sequence_events/],
]
const KINDS_OF_ROLES: Readonly<Record<string, string>> = {
  afara_signer: 'signer and payer',
  afara_payer: 'signer and payer',
  afara_sealer: 'seal',
  afara_reconciler: 'reconcile',
}
// The bench itself.
const BENCH_ROLE = 'afara_owner'

/** Divides the CPU of PostgreSQL by the time that the statements of each kind took. */
export function divideByKind(
  sent: readonly StatementWork[],
  postgresMs: number,
): Array<{ name: string; ms: number }> {
  const took = new Map<string, number>()
  for (const { role, text, ms } of sent.filter(({ role }) => role !== BENCH_ROLE)) {
    const kind = KINDS_OF_ROLES[role] ?? KINDS.find(([, fits]) => fits.test(text))?.[0] ?? 'other'
    took.set(kind, (took.get(kind) ?? 0) + ms)
  }
  const total = [...took.values()].reduce((sum, ms) => sum + ms, 0)
  return largestFirst([...took].map(([name, ms]) => ({ name, ms: (ms / total) * postgresMs })))
}

export function largestFirst<Part extends Readonly<{ ms: number }>>(parts: readonly Part[]): Part[] {
  return parts.filter(({ ms }) => ms >= 0.05).toSorted((one, other) => other.ms - one.ms)
}
