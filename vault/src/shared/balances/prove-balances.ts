import type { Pool } from 'pg'
import { type BalanceMoves, type BalanceName, type Returned, readBalanceMoves } from './read-balances.ts'

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
  /** The tokens that each business may have without a cause in test mode. */
  uncausedTestMinor: bigint
  /** Tells whether our own journal says that the tokens or the naira of a returned transaction left. */
  isContradicted(of: BalanceName, returned: Returned): boolean
}>

type Known = Readonly<{ since: bigint; minor: bigint; uncaused: bigint }>

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
  return `${-balance.minor} more was taken from the balance than its causes are worth; ${balance.uncausedMinor} was credited without a cause`
}

/**
 * Adds up balances from their causes. What was added up once and cannot change is remembered for as long as this process is alone, so that a
 * later proof reads only what is new. Another tenure begins from the first entry, because the database may have been restored.
 */
export function createBalanceProofs({ pool, uncausedTestMinor, isContradicted }: ProofDeps) {
  const known = new Map<string, Known>()
  let tenureOf: number | undefined
  return async (names: readonly BalanceName[], tenure: number): Promise<ProvenBalances> => {
    if (tenureOf !== tenure) known.clear()
    tenureOf = tenure
    const asked = [...new Map(names.map((name) => [balanceKey(name), name])).entries()]
    const moves = await readBalanceMoves(
      pool,
      asked.map(([key, name]) => ({ ...name, since: known.get(key)?.since ?? 0n })),
    )
    return new Map(
      moves.map((row) => {
        const name = { mode: row.mode, businessId: row.business_id }
        const { settled, minor, uncaused } = addUp(row, known.get(balanceKey(name)), (returned) =>
          isContradicted(name, returned),
        )
        known.set(balanceKey(name), settled)
        const room = row.mode === 'test' ? uncausedTestMinor : 0n
        return [
          balanceKey(name),
          {
            minor: minor + (uncaused < room ? uncaused : room),
            uncausedMinor: uncaused,
            debits: new Set(row.debits),
          },
        ]
      }),
    )
  }
}

function addUp(
  row: BalanceMoves,
  before: Known | undefined,
  isContradicted: (returned: Returned) => boolean,
): Readonly<{ settled: Known; minor: bigint; uncaused: bigint }> {
  const contradicted = row.returned.filter(isContradicted)
  const sumOf = (some: readonly Returned[]) =>
    some.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), 0n)
  const settled = {
    since: BigInt(row.through),
    minor:
      (before?.minor ?? 0n) +
      BigInt(row.settled_minor) -
      sumOf(contradicted.filter(({ is_settled }) => is_settled)),
    uncaused: (before?.uncaused ?? 0n) + BigInt(row.settled_uncaused_minor),
  }
  return {
    settled,
    minor:
      settled.minor + BigInt(row.open_minor) - sumOf(contradicted.filter(({ is_settled }) => !is_settled)),
    uncaused: settled.uncaused + BigInt(row.open_uncaused_minor),
  }
}
