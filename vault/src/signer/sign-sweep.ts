import { toHex } from '../shared/bytes.ts'
import { onJournal, requireAlive, Unavailable } from '../shared/unavailable.ts'
import { Refused, refuseUnless, type SignResult } from './answers.ts'
import type { Built } from './families/family.ts'
import type { Journal } from './journal/journal.ts'
import type { Sweep } from './journal/journal-record.ts'
import type { VerifiedKey } from './keys/verified-key.ts'
import type { Policy, SweeperPolicy } from './policy.ts'
import { signWithKeys } from './sign-with-keys.ts'
import type { OpeningOrder, SweepOrder } from './signer-wire.ts'

export type SweepDeps = Readonly<{
  policy: Policy
  keys: ReadonlyMap<string, VerifiedKey>
  journal: Pick<Journal, 'add' | 'commit' | 'sweptLately' | 'openedLately' | 'lastAtMs'>
  isKilled(): boolean
  nowMs(): number
}>

/** A task for a sweeper, and its hourly limit. */
type Task = Readonly<{
  salts: number
  what: Pick<Sweep['sweep'], 'nonce' | 'opening'>
  /** The hourly limit, and the number in the last hour. */
  perHour: bigint
  lately: bigint
  build(): Built
}>

/**
 * Signs a sweep of tokens at deposit addresses. The caller cannot choose the destination, so an extra sweep only costs gas. No row of the
 * database is read, and the caps limit the cost of the gas. Throws Unavailable if the request cannot be answered now.
 */
export async function signSweep(deps: SweepDeps, order: SweepOrder): Promise<SignResult> {
  return sign(deps, order, (sweeper, atMs) => ({
    salts: order.items.length,
    what: { nonce: String(order.nonce) },
    perHour: sweeper.perHour,
    lately: deps.journal.sweptLately(sweeper, atMs),
    build: () => sweeper.chain.buildSweep(order),
  }))
}

/**
 * Signs the opening of accounts at deposit addresses, on networks that require it. An extra opening costs gas and the rent of an account.
 */
export async function signOpening(deps: SweepDeps, order: OpeningOrder): Promise<SignResult> {
  return sign(deps, order, ({ chain: { opening }, ...sweeper }, atMs) => {
    refuseUnless(
      opening !== undefined,
      'unknown_sweeper',
      'deposit addresses of this network need not be opened',
    )
    return {
      salts: order.salts.length,
      what: { nonce: '0', opening: true },
      perHour: opening.perHour,
      lately: deps.journal.openedLately(sweeper, atMs),
      build: () => opening.build(order),
    }
  })
}

async function sign(
  deps: SweepDeps,
  place: Readonly<{ mode: string; network: string }>,
  taskOf: (sweeper: SweeperPolicy, atMs: number) => Task,
): Promise<SignResult> {
  const { policy, journal, keys } = deps
  requireAlive(deps)
  try {
    const atMs = Math.max(deps.nowMs(), journal.lastAtMs())
    const sweeper = policy.findSweeper(place)
    refuseUnless(sweeper !== undefined, 'unknown_sweeper', 'the policy has no sweeper for this network')
    const task = taskOf(sweeper, atMs)
    const built = judge(sweeper, task)
    const { mode, network, address } = sweeper
    const line = { at: new Date(atMs).toISOString(), mode, network, address, digest: toHex(built.digest) }
    onJournal(() => {
      journal.add({ sweep: { ...line, ...task.what, salts: task.salts } })
      journal.commit()
    })
    requireAlive(deps)
    const [signed] = await signWithKeys(keys, [built])
    if (signed === undefined) throw new Unavailable('key_unavailable', 'a signature is missing')
    return { outcome: 'signed', raw: toHex(signed.raw), hash: signed.hash }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { outcome: 'refused', code: error.code, message: error.message }
  }
}

/** Makes every check that precedes a sweeper's signature. Throws Refused. */
function judge({ maxSalts, maxCost }: SweeperPolicy, { salts, perHour, lately, build }: Task): Built {
  refuseUnless(
    salts <= maxSalts,
    'too_many_salts',
    `more than ${maxSalts} deposit addresses in one transaction`,
  )
  const built = build()
  refuseUnless(
    built.cost <= maxCost,
    'fee_too_high',
    `the cost of ${built.cost} is above the limit of ${maxCost} per transaction`,
  )
  refuseUnless(lately < perHour, 'over_hour_cap', `above the limit of ${perHour} transactions per hour`)
  return built
}
