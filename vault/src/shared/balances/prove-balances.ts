import type { Pool } from 'pg'
import { sayTokens } from '../money/say-amount.ts'
import { fromDatabase, onJournal } from '../unavailable.ts'
import type { BalanceBook, BalanceCheckpoint, BalancesRecord } from './balance-book.ts'
import {
  type BalanceMoves,
  type BalanceName,
  type BalanceStart,
  type Returned,
  readBalanceMoves,
} from './read-balances.ts'

/** A balance as it follows from its causes. */
export type ProvenBalance = Readonly<{
  /** Credits with a cause less every debit; below zero, somebody spent tokens that nothing caused. */
  minor: bigint
  /** Credits without a cause that the policy lets pass in test mode are in `minor`; these are all of them. */
  uncausedMinor: bigint
  /** The transactions whose debits were added up just now, not before. */
  debits: ReadonlySet<string>
}>

export type ProvenBalances = ReadonlyMap<string, ProvenBalance>

type ProofDeps = Readonly<{
  pool: Pool
  journal: BalanceBook & Readonly<{ keepBalances(record: BalancesRecord): void }>
  nowMs(): number
  /** The tokens that each business may have without a cause in test mode. */
  uncausedTestMinor: bigint
  /** Tells whether our own journal says that the tokens or the naira of a returned transaction left. */
  isContradicted(of: BalanceName, returned: Returned): boolean
}>

/** What was added up before. */
type Known = BalanceStart &
  Readonly<{
    minor: bigint
    uncaused: bigint
    /** Transactions from this number on began after it was added up; undefined if another tenure did that. */
    nextXid?: bigint
    /** Credits and debits that no checkpoint has yet. */
    unkept: number
  }>

const FIRST: Known = { since: 0n, minor: 0n, uncaused: 0n, unkept: 0 }

/** A checkpoint is written after so many more credits and debits. After a restart, so many are read again. */
const CHECKPOINT_AFTER = 16

const balanceKey = ({ mode, businessId }: BalanceName): string => `${mode}/${businessId}`

/**
 * Returns why a debit of a balance may not be paid; undefined if the causes of the balance cover everything that was taken from it, this
 * debit included. A debit that our journal does not know must be among those added up now, or it could have been inserted among older ones.
 */
export function findUnproven(
  balances: ProvenBalances,
  of: BalanceName,
  debit: Readonly<{ what: 'sell' | 'withdrawal'; transactionId: string; isInJournal: boolean }>,
): string | undefined {
  const balance = balances.get(balanceKey(of))
  if (balance === undefined || !(debit.isInJournal || balance.debits.has(debit.transactionId)))
    return `the debit of the ${debit.what} is not among the new entries of the balance`
  if (balance.minor >= 0n) return undefined
  return `${sayTokens(-balance.minor)} more was taken from the balance than its causes are worth; ${sayTokens(balance.uncausedMinor)} was credited without a cause`
}

/**
 * Adds up balances from their causes. What was added up once and cannot change is remembered for as long as this process is alone, so that a
 * later proof reads only what is new. The journal has a checkpoint of it, which stands whatever happens to the older rows. Another tenure
 * begins at the checkpoint, or at the first entry if the database lacks the witness: then it is a restored one.
 */
export function createBalanceProofs({ pool, journal, nowMs, uncausedTestMinor, isContradicted }: ProofDeps) {
  const known = new Map<string, Known>()
  let tenureOf: number | undefined
  return async (names: readonly BalanceName[], tenure: number): Promise<ProvenBalances> => {
    if (tenureOf !== tenure) known.clear()
    tenureOf = tenure
    const asked = new Map(
      names.map((name) => [
        balanceKey(name),
        { ...name, ...(known.get(balanceKey(name)) ?? knownFrom(journal.balanceCheckpoint(name))) },
      ]),
    )
    const moves = await fromDatabase(async () => readBalanceMoves(pool, [...asked.values()]))
    const checkpoints: BalanceCheckpoint[] = []
    const proven = moves.map((row): [string, ProvenBalance] => {
      const name = { mode: row.mode, businessId: row.business_id }
      const key = balanceKey(name)
      // Another proof may have added up the same entries meanwhile, so only what was known when this one asked counts.
      const before = knownBefore(row, asked.get(key))
      const { settled, minor, uncaused } = addUp(row, before, (returned) => isContradicted(name, returned))
      const checkpoint = checkpointOf(row, before)
      if (checkpoint !== undefined) checkpoints.push(checkpoint)
      if (tenureOf === tenure)
        known.set(key, {
          ...settled,
          unkept: row.settled_lines + (checkpoint === undefined ? before.unkept : 0),
        })
      const room = row.mode === 'test' ? uncausedTestMinor : 0n
      return [
        key,
        {
          minor: minor + (uncaused < room ? uncaused : room),
          uncausedMinor: uncaused,
          debits: new Set(row.debits),
        },
      ]
    })
    if (checkpoints.length > 0 && tenureOf === tenure)
      onJournal(() => journal.keepBalances({ at: new Date(nowMs()).toISOString(), balances: checkpoints }))
    return new Map(proven)
  }
}

function knownFrom(checkpoint: BalanceCheckpoint | undefined): Known {
  if (checkpoint === undefined) return FIRST
  const { through, minor, uncaused_minor, witness } = checkpoint
  return {
    since: BigInt(through),
    minor: BigInt(minor),
    uncaused: BigInt(uncaused_minor),
    witness,
    unkept: 0,
  }
}

/** Returns nothing if the reading began at the first entry. */
function knownBefore(row: BalanceMoves, known: Known = FIRST): Known {
  return BigInt(row.since) === known.since ? known : FIRST
}

/**
 * Returns a checkpoint of what was known before, once a newer entry shows that all of it was committed earlier. So it is one proof late.
 */
function checkpointOf(
  { mode, business_id, newest }: BalanceMoves,
  { since, minor, uncaused, nextXid, unkept }: Known,
): BalanceCheckpoint | undefined {
  if (newest === null || nextXid === undefined || unkept < CHECKPOINT_AFTER) return undefined
  if (BigInt(newest.xid) < nextXid) return undefined
  return {
    mode,
    business: business_id,
    through: since.toString(),
    minor: minor.toString(),
    uncaused_minor: uncaused.toString(),
    witness: newest,
  }
}

function addUp(
  row: BalanceMoves,
  before: Known,
  isContradicted: (returned: Returned) => boolean,
): Readonly<{ settled: Omit<Known, 'unkept'>; minor: bigint; uncaused: bigint }> {
  const contradicted = row.returned.filter(isContradicted)
  const sumOf = (some: readonly Returned[]) =>
    some.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
  const settled = {
    since: BigInt(row.through),
    minor:
      before.minor + BigInt(row.settled_minor) - sumOf(contradicted.filter(({ is_settled }) => is_settled)),
    uncaused: before.uncaused + BigInt(row.settled_uncaused_minor),
    nextXid: BigInt(row.next_xid),
  }
  return {
    settled,
    minor:
      settled.minor + BigInt(row.open_minor) - sumOf(contradicted.filter(({ is_settled }) => !is_settled)),
    uncaused: settled.uncaused + BigInt(row.open_uncaused_minor),
  }
}
