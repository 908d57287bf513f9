import { toHex } from '../bytes/hex.ts'
import { assembleTransaction, hashTransaction } from '../evm/assemble-transaction.ts'
import type { Journal } from '../journal/journal.ts'
import type { VerifiedSecp256k1Key } from '../keys/verified-key.ts'
import type { Policy } from '../policy/policy.ts'
import { Refused, refuseUnless } from '../refused.ts'
import { type SignResult, Unavailable } from '../sign-request.ts'
import { encodeSweep } from './encode-sweep.ts'
import type { SweepOrder } from './sweep-order.ts'
import type { SweeperPolicy } from './sweeper-policy.ts'

export type SweepDeps = Readonly<{
  policy: Policy
  keys: ReadonlyMap<string, VerifiedSecp256k1Key>
  journal: Pick<Journal, 'add' | 'commit' | 'sweptLately' | 'lastAtMs'>
  isKilled(): boolean
  nowMs(): number
}>

/**
 * Signs that tokens at deposit addresses come home. An address can send to our treasury alone, so that a sweep too many costs gas and
 * nothing else: no row is read, and the caps bound what the gas can come to. Throws Unavailable when nothing can be said.
 */
export async function signSweep(deps: SweepDeps, order: SweepOrder): Promise<SignResult> {
  const { journal, keys } = deps
  requireAlive(deps)
  try {
    const atMs = Math.max(deps.nowMs(), journal.lastAtMs())
    const sweeper = judgeSweep(deps, order, atMs)
    const unsigned = encodeSweep(sweeper, order)
    const digest = hashTransaction(unsigned)
    const { mode, network, address } = sweeper
    const line = { at: new Date(atMs).toISOString(), mode, network, address, digest: toHex(digest) }
    onJournal(() => {
      journal.add({ sweep: { ...line, nonce: String(order.nonce), salts: order.salts.length } })
      journal.commit()
    })
    requireAlive(deps)
    const signatures = await keys
      .get(address)
      ?.signAll([digest])
      .catch((error: Error) => {
        throw new Unavailable('key_unavailable', error.message)
      })
    const signature = signatures?.[0]
    if (signature === undefined) throw new Unavailable('key_unavailable', `there is no key of ${address}`)
    const raw = assembleTransaction(unsigned, signature)
    return { outcome: 'signed', raw: toHex(raw), hash: toHex(hashTransaction(raw)) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { outcome: 'refused', code: error.code, message: error.message }
  }
}

/** The whole of what is asked before a sweep is signed. Throws Refused. */
function judgeSweep({ policy, journal }: SweepDeps, order: SweepOrder, atMs: number): SweeperPolicy {
  const { salts, fees } = order
  const sweeper = policy.findSweeper(order)
  refuseUnless(sweeper !== undefined, 'unknown_sweeper', 'no line of the policy sweeps this network')
  refuseUnless(
    salts.length <= sweeper.maxSalts,
    'too_many_salts',
    `more than ${sweeper.maxSalts} addresses at once`,
  )
  refuseUnless(
    fees.gas * fees.maxFeePerGas <= sweeper.maxCost && fees.maxPriorityFeePerGas <= fees.maxFeePerGas,
    'fee_too_high',
    `gas ${fees.gas} at ${fees.maxFeePerGas} is more than a sweep may cost`,
  )
  const lately = journal.sweptLately(sweeper, atMs)
  refuseUnless(lately < sweeper.perHour, 'over_hour_cap', `more than ${sweeper.perHour} sweeps in an hour`)
  return sweeper
}

function requireAlive({ isKilled }: SweepDeps): void {
  if (isKilled()) throw new Unavailable('killed', 'the kill switch is on')
}

function onJournal(work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new Unavailable('journal_unavailable', (error as Error).message)
  }
}
