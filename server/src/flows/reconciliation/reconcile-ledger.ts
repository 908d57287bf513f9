import type { Mode } from '../../kernel/mode.ts'
import {
  accountsOfRow,
  findWrongBalances,
  type LedgerLooks,
  notePace,
  noteVerified,
  readLedgerLooks,
  readSealedSince,
} from '../../movements/reconciliation/ledger-looks-store.ts'
import type { Look, LookItem } from '../../movements/reconciliation/reconciliation-store.ts'
import type { Finding } from '../../records/ledger/check-store.ts'
import { type Tampering, verifySomeSeals } from '../../records/ledger/seals/verify-seals.ts'
import { takeCheckTurn } from './reconcile-checks.ts'
import type { ReconcileDeps } from './reconcile-deps.ts'

type Found = Readonly<{ mode: Mode; item: LookItem }>

const modes: readonly Mode[] = ['live', 'test']
// What a comparison names. The difference counts all.
const MOST_NAMED = 200

/** Compares every balance of the ledger with its postings. */
export async function lookAtBalances({ pool }: ReconcileDeps): Promise<readonly Look[]> {
  const wrong = await findWrongBalances(pool)
  return toLooks(
    'balances',
    wrong.map(({ mode, balanceMinor, postingsMinor, ...account }) => ({
      mode,
      item: { ...account, balance_minor: balanceMinor, postings_minor: postingsMinor },
    })),
  )
}

/**
 * Verifies the next sealed rows against their seals. Hashes two rows again for each newly sealed row, so that the verification reaches the
 * newest seal however fast seals are added. Rows for which there was no time are owed, and are added to the next pass. A mismatch
 * proves that a row was changed. It is found when the row's turn comes, which in a small ledger is every pass. A pass that finds one goes on
 * through the whole chain as long as it has time, because one change must not hide others. The next pass begins at the first mismatch again,
 * so that it is found until it is fixed.
 */
export async function lookAtSeals(deps: ReconcileDeps): Promise<readonly Look[]> {
  const { pool, clock, settings } = deps
  const { verifiedSeal, seenSeal, owedRows } = await readLedgerLooks(pool, clock.now())
  const sealed = await readSealedSince(pool, seenSeal)
  const due = owedRows + 2 * sealed.rows
  const endsAt = performance.now() + settings.verifyMs
  let [done, seal, hasWrapped] = [0, verifiedSeal, false]
  const found = new Map<string, Found>()
  for (;;) {
    const some = await verifySomeSeals(pool, seal, settings.mostRows)
    for (const one of some.tampering.slice(0, MOST_NAMED))
      for (const it of await locate(pool, one)) found.set(JSON.stringify(it), it)
    done += some.rows
    seal = some.isNewest ? 0n : some.through
    hasWrapped ||= some.isNewest
    const isUnchanged = found.size === 0
    if (isUnchanged) await noteVerified(pool, seal, some.isNewest, clock.now())
    const isDone = isUnchanged
      ? some.isNewest || done >= Math.max(due, settings.mostRows)
      : hasWrapped && seal >= verifiedSeal
    if (!isDone && performance.now() < endsAt) continue
    if (isUnchanged) await notePace(pool, sealed.newest, isDone ? 0 : due - done, clock.now())
    return toLooks('seals', [...found.values()])
  }
}

/** Returns the accounts that a changed row is about, or only the row if they are unknown. */
async function locate(
  pool: ReconcileDeps['pool'],
  { kind: problem, name }: Tampering,
): Promise<readonly Found[]> {
  const match = /^([a-z_]+) ([0-9a-f-]{36})(?:\/([0-9]+))?$/.exec(name)
  const row = match && { table: match[1] ?? '', id: match[2] ?? '', ordinal: Number(match[3] ?? 0) }
  const accounts = row === null ? [] : await accountsOfRow(pool, row)
  if (accounts.length === 0) return [{ mode: 'live', item: { subject: name, problem } }]
  return accounts.map(({ mode, ...account }) => ({ mode, item: { subject: name, problem, ...account } }))
}

/** Rows that are owed for longer than this are a finding. */
const OWING_LATE_MS = 600_000

/** Runs the checks, and checks that the seals are verified fast enough. */
export async function lookAtChecks(deps: ReconcileDeps): Promise<readonly Look[]> {
  const looks = await readLedgerLooks(deps.pool, deps.clock.now())
  const findings = [...(await takeCheckTurn(deps, looks)), ...judgePace(looks, deps.clock.now())]
  const distinct = new Map(findings.map((finding) => [Object.values(finding).join(' '), finding]))
  return toLooks(
    'checks',
    [...distinct.values()].map((item): Found => ({ mode: 'live', item })),
  )
}

function judgePace({ owedRows, owedSince }: LedgerLooks, at: Date): readonly Finding[] {
  if (owedSince === undefined || at.getTime() - owedSince.getTime() < OWING_LATE_MS) return []
  const problem = `the verification of sealed rows has been too slow since ${owedSince.toISOString()}: ${owedRows} rows are overdue`
  return [{ check: 'seals', subject: 'verification', problem }]
}

/** Returns one comparison per mode, with the number of findings as the difference. */
function toLooks(scope: string, found: readonly Found[]): readonly Look[] {
  return modes.map((mode) => {
    const items = found.filter((one) => one.mode === mode).map(({ item }) => item)
    const count = BigInt(items.length)
    return {
      kind: 'ledger',
      scope,
      mode,
      oursMinor: 0n,
      theirsMinor: count,
      differenceMinor: count,
      items: items.slice(0, MOST_NAMED),
    }
  })
}
