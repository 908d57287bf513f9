import { newId } from '../../kernel/ids/ids.ts'
import { saltOfAddress } from '../../movements/deposits/deposit-address.ts'
import { claimSpareAccounts } from '../../movements/treasury/opening-store.ts'
import type { SweepChain, SweeperReading, SweepItem } from '../../movements/treasury/sweep-chain.ts'
import {
  addSweepAttempt,
  endSweep,
  findOutSweep,
  listUnswept,
  noteSweeper,
  type OutSweep,
  openSweep,
  putOffSweep,
  releaseSweeper,
  takeSweeper,
} from '../../movements/treasury/sweep-store.ts'
import { followOpenings } from './open-accounts.ts'
import { type SweepDeps, type SweepLook, sweepTimes } from './sweep-deps.ts'

/**
 * Runs one pass over each swept network. Safe to run concurrently: one process at a time holds the lease of a sweeper. Returns `some` if
 * there was something to sweep.
 */
export async function sweepNetworks(deps: SweepDeps): Promise<false | 'some'> {
  let found: false | 'some' = false
  for (const chain of deps.chains) {
    try {
      if (await sweepNetwork(deps, chain)) found = 'some'
    } catch (error) {
      // One unreachable network does not delay the others.
      deps.onNotice(chain.network, `sweep failed; retrying: ${(error as Error).message}`)
    }
  }
  return found
}

/** Returns whether there was something to sweep. */
async function sweepNetwork(deps: SweepDeps, chain: SweepChain): Promise<boolean> {
  const { pool } = deps
  const fence = await takeSweeper(pool, {
    mode: chain.mode,
    network: chain.network,
    address: chain.sweeper,
    holder: newId(),
    leaseMs: sweepTimes.leaseMs,
  })
  if (fence === undefined) return false
  try {
    const signal = AbortSignal.timeout(sweepTimes.askMs)
    const look = { chain, fence, signal }
    const out = await findOutSweep(pool, chain)
    const items = out === undefined ? await listItems(deps, look) : []
    if (out === undefined) {
      if (items.length > 0) await sendSweep(deps, { ...look, reading: await readSweeper(deps, look) }, items)
    } else await followSweep(deps, look, out)
    // The gas is read also while there is nothing to sweep, because operators watch it.
    if (performance.now() - (readAt.get(chain) ?? Number.NEGATIVE_INFINITY) > sweepTimes.gasMs)
      await readSweeper(deps, look)
    await followOpenings(deps, look)
    return out !== undefined || items.length > 0
  } finally {
    await releaseSweeper(pool, chain, fence)
  }
}

const readAt = new WeakMap<SweepChain, number>()

async function readSweeper(
  { pool, clock }: SweepDeps,
  { chain, fence, signal }: SweepLook,
): Promise<SweeperReading> {
  const reading = await chain.read(signal)
  readAt.set(chain, performance.now())
  await noteSweeper(pool, chain, { fence, gasUnits: reading.gasUnits, at: clock.now() })
  return reading
}

/** Returns what the next call should sweep. Empty if too few tokens are waiting. */
async function listItems(deps: SweepDeps, look: SweepLook): Promise<readonly SweepItem[]> {
  const { pool, clock, settings } = deps
  const { chain } = look
  const at = clock.now()
  const listed = await listUnswept(pool, chain, {
    most: chain.mostTogether,
    aboveMinor: settings.aboveMinor,
    before: new Date(at.getTime() - settings.afterMs),
    at,
  })
  // Tokens at an address that is not derived from the sell cannot be swept. The deposit watch sets them aside.
  const items = listed.flatMap(({ address, units, sell }) => {
    const salt = saltOfAddress(chain.addressOf, sell, address)
    return salt === undefined ? [] : [{ address, salt, units }]
  })
  return items.length > 0 ? items : listSpareAccounts(deps, look)
}

/** Stores the bytes of the call before it sends them. */
async function sendSweep(
  { pool, clock, signer, onNotice }: SweepDeps,
  { chain, reading, fence, signal }: SweepLook & Readonly<{ reading: SweeperReading }>,
  items: readonly SweepItem[],
): Promise<void> {
  const addresses = items.map(({ address }) => address)
  const putOff = async (wouldFail: boolean, words: string): Promise<void> => {
    await putOffSweep(pool, chain, { fence, addresses, wouldFail, at: clock.now() })
    onNotice(chain.network, words)
  }

  const terms = await chain.suggestTerms(items, signal)
  if (terms === undefined)
    return putOff(true, `a call for ${addresses.length} deposit addresses would fail; trying each one alone`)
  if (chain.mostCost(terms) > reading.gasUnits)
    return putOff(false, `${chain.sweeper} has too little gas to sweep`)
  const nonce = reading.nonceLatest
  const { mode, network } = chain
  const answer = await signer.signSweep({ mode, network, nonce, items, terms }, signal)
  if (answer.outcome === 'refused')
    return putOff(false, `the signer refused to sign a sweep: ${answer.code}: ${answer.message}`)
  const { raw, hash } = answer
  await openSweep(pool, chain, { id: newId(), nonce, items, raw, hash, terms, fence, at: clock.now() })
  await chain.broadcast(raw, signal)
}

/** Returns deposit accounts that are open, empty and no longer needed. Sweeping zero tokens closes them and returns their rent. */
async function listSpareAccounts(
  { pool, clock }: SweepDeps,
  { chain, signal }: SweepLook,
): Promise<readonly SweepItem[]> {
  if (chain.opening === undefined) return []
  const at = clock.now()
  const again = new Date(at.getTime() + sweepTimes.spareAgainMs)
  const claimed = await claimSpareAccounts(pool, chain, { most: chain.mostTogether, again, at })
  if (claimed.length === 0) return []
  const spare = new Set(
    await chain.opening.spare(
      claimed.map(({ address }) => address),
      signal,
    ),
  )
  return claimed.flatMap(({ address, sell }) => {
    const salt = spare.has(address) ? saltOfAddress(chain.addressOf, sell, address) : undefined
    return salt === undefined ? [] : [{ address, salt, units: 0n }]
  })
}

/** Reads the outcome of the sent call. The call ends when its outcome is final; until then it is sent again. */
async function followSweep(deps: SweepDeps, look: SweepLook, out: OutSweep): Promise<void> {
  const { pool, clock, onNotice } = deps
  const { chain, fence, signal } = look
  const ended = await chain.endOf(out, signal)
  const at = clock.now()
  switch (ended.state) {
    case 'waiting':
      return sendAgain(deps, look, out)
    case 'pending':
      return
    case 'void': {
      const { because } = ended
      onNotice(chain.network, `call ${out.nonce} of the sweeper ended without effect: ${because}`)
      return endSweep(pool, out.id, { fence, state: 'void', hash: null, gasUnits: 0n, because, at })
    }
    default:
      if (ended.state === 'final_failed')
        onNotice(chain.network, `sweep ${ended.hash} failed and moved nothing`)
      return endSweep(pool, out.id, { ...ended, fence, because: null, at })
  }
}

async function sendAgain(deps: SweepDeps, look: SweepLook, out: OutSweep): Promise<void> {
  const newest = out.attempts.at(-1)
  if (newest === undefined) return
  const isStuck = deps.clock.now().getTime() - newest.signedAt.getTime() > sweepTimes.stuckMs
  const raised = isStuck ? await raiseTerms(deps, look, out) : undefined
  await look.chain.broadcast(raised ?? newest.raw, look.signal)
}

/** Signs the same call on the same nonce with higher fees. If the signer refuses, the old bytes are sent again. */
async function raiseTerms(
  { pool, clock, signer, onNotice }: SweepDeps,
  { chain, fence, signal }: SweepLook,
  { id, nonce, items, attempts }: OutSweep,
): Promise<Uint8Array | undefined> {
  const before = attempts.at(-1)?.terms
  const suggested = await chain.suggestTerms(items, signal)
  if (before === undefined || suggested === undefined) return undefined
  const terms = chain.raiseTerms(before, suggested)
  const { mode, network } = chain
  const answer = await signer.signSweep({ mode, network, nonce, items, terms }, signal)
  if (answer.outcome === 'refused') {
    onNotice(network, `the signer refused a higher fee for a sweep: ${answer.code}: ${answer.message}`)
    return undefined
  }
  await addSweepAttempt(pool, id, { raw: answer.raw, hash: answer.hash, terms, fence, at: clock.now() })
  return answer.raw
}
