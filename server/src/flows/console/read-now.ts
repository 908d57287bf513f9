import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type FloatPlace, runwayMs, selectFloat } from '../../movements/treasury/float-store.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import { type CaseRow, selectCases } from '../../records/cases/case-store.ts'
import { type Freeze, selectFreezes } from '../../records/freezes/freeze-store.ts'
import {
  type ChangedRow,
  type Proofs,
  readProofs,
  type Stopped,
  selectChangedRows,
  selectRails,
  selectStopped,
  selectWaiting,
  type Waiting,
} from './now-store.ts'
import { type RailFigures, type RailState, stateOfRail } from './rail.ts'
import { judge, type Verdict } from './verdict.ts'

export type Rail = RailFigures & Readonly<{ title: string; state: RailState }>

/** A place that we pay or send from. `emptyAt`: when it is empty at the pace of the last hour. */
type Float = FloatPlace & Readonly<{ title: string; emptyAt: Date | null; isLow: boolean }>

export type Now = Readonly<{
  at: Date
  verdict: Verdict
  changedRows: readonly ChangedRow[]
  proofs: Proofs
  rails: readonly Rail[]
  waiting: readonly Waiting[]
  cases: readonly CaseRow[]
  floats: readonly Float[]
  freezes: readonly Freeze[]
  stopped: readonly Stopped[]
}>

const CASES_SHOWN = 5
/** A place that is empty sooner than this needs somebody. */
const LOW_MS = 2 * 3_600_000
const WEEK_MS = 604_800_000n

/** Reads what is true now in one mode: whether money moves, and what needs somebody. */
export async function readNow(sql: Sql, mode: Mode, at: Date): Promise<Now> {
  const [proofs, rails, waiting, cases, places, freezes, stopped, changedRows] = await Promise.all([
    readProofs(sql, mode, at),
    selectRails(sql, mode, at),
    selectWaiting(sql, mode),
    selectCases(sql, { mode }, CASES_SHOWN),
    selectFloat(sql),
    selectFreezes(sql),
    selectStopped(sql, mode),
    selectChangedRows(sql, mode),
  ])
  const shown = rails.map((rail) => ({ ...rail, title: titleOf(rail), state: stateOfRail(rail, at) }))
  const floats = places
    .filter((place) => place.mode === mode && isSpent(place))
    .map((place) => toFloat(place, at))
  const inForce = freezes.filter(
    ({ scope, subject }) => scope === 'all' || scope === 'business' || subject.startsWith(`${mode}:`),
  )
  const verdict = judge({
    ...proofs,
    changedRows: changedRows.length,
    isAllFrozen: inForce.some(({ scope }) => scope === 'all'),
    frozen: inForce
      .filter(({ scope }) => scope === 'network')
      .map(({ subject }) => subject.slice(mode.length + 1)),
    isBacked: proofs.holdMinor >= proofs.oweMinor,
    overdueCases: proofs.caseOverdue,
    rails: shown.map(({ title: name, state }) => ({ name, state })),
    lowFloats: floats.flatMap(({ title: name, emptyAt, isLow }) =>
      isLow && emptyAt !== null ? [{ name, emptyAt }] : [],
    ),
  })
  return { at, verdict, changedRows, proofs, rails: shown, waiting, cases, floats, freezes: inForce, stopped }
}

function isSpent({ kind, state }: FloatPlace): boolean {
  return (kind === 'lane' || kind === 'payout_account') && state !== 'closed'
}

function titleOf({ kind, name, bankCode }: RailFigures): string {
  if (kind !== 'payout') return name
  const bank = bankCode === null ? '' : ` to ${nigerianBanks.byKey(bankCode)?.name ?? bankCode}`
  return `${capital(name)}${bank}`
}

function toFloat(place: FloatPlace, at: Date): Float {
  const [name = '', number = ''] = place.place.split(':')
  const title = number === '1' || number === 'main' ? capital(name) : `${capital(name)} ${number}`
  const ms = runwayMs(place)
  const emptyAt = ms === undefined || ms > WEEK_MS ? null : new Date(at.getTime() + Number(ms))
  return { ...place, title, emptyAt, isLow: emptyAt !== null && emptyAt.getTime() - at.getTime() < LOW_MS }
}

function capital(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}
