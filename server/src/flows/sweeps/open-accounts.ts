import { newId } from '../../kernel/ids/ids.ts'
import { type DepositSalt, saltOfAddress } from '../../movements/deposits/deposit-address.ts'
import {
  claimWantedAccounts,
  endOpening,
  keepOpening,
  listOutOpenings,
  noteOpenAccounts,
  type OutOpening,
} from '../../movements/treasury/opening-store.ts'
import type { OpeningAccounts, SweepChain } from '../../movements/treasury/sweep-chain.ts'
import { type SweepDeps, type SweepLook, sweepTimes } from './sweep-deps.ts'

// Maximum number of opening transactions per network in one pass.
const MOST_CALLS_A_LOOK = 10

/**
 * Opens the deposit accounts that waiting sells need, on each network whose addresses must be opened. Safe to run concurrently: each
 * account is claimed by one process. Returns true when there is more to do at once, and `some` if it opened all.
 */
export async function openAccounts(deps: SweepDeps): Promise<boolean | 'some'> {
  let found: boolean | 'some' = false
  for (const chain of deps.chains) {
    if (chain.opening === undefined) continue
    try {
      const here = await openOn(deps, chain, chain.opening)
      if (found !== true && here !== false) found = here
    } catch (error) {
      deps.onNotice(chain.network, `opening deposit accounts failed; retrying: ${(error as Error).message}`)
    }
  }
  return found
}

async function openOn(
  deps: SweepDeps,
  chain: SweepChain,
  opening: OpeningAccounts,
): Promise<boolean | 'some'> {
  const { pool, clock } = deps
  const at = clock.now()
  const most = opening.mostTogether * MOST_CALLS_A_LOOK
  const again = new Date(at.getTime() + sweepTimes.openAgainMs)
  const claimed = await claimWantedAccounts(pool, chain, { most, again, at })
  if (claimed.length === 0) return false
  const signal = AbortSignal.timeout(sweepTimes.askMs)
  const missing = new Set(
    await opening.missing(
      claimed.map(({ address }) => address),
      signal,
    ),
  )
  const standing = claimed.filter(({ address }) => !missing.has(address)).map(({ address }) => address)
  if (standing.length > 0)
    await noteOpenAccounts(pool, chain, standing, new Date(at.getTime() + sweepTimes.spareAfterMs))
  // Tokens at an address that is not derived from the sell could not be swept. So its account is not opened, and transfers to it bounce.
  const wanted = claimed.flatMap(({ address, sell }) => {
    const salt = missing.has(address) ? saltOfAddress(chain.addressOf, sell, address) : undefined
    return salt === undefined ? [] : [{ address, salt }]
  })
  if (wanted.length > 0) await open(deps, { chain, opening, signal }, wanted)
  return claimed.length === most || 'some'
}

async function open(
  deps: SweepDeps,
  { chain, opening, signal }: Readonly<{ chain: SweepChain; opening: OpeningAccounts; signal: AbortSignal }>,
  wanted: ReadonlyArray<Readonly<{ address: string; salt: DepositSalt }>>,
): Promise<void> {
  const { pool, clock, signer, onNotice } = deps
  const { mode, network, sweeper } = chain
  const [{ gasUnits, nonceLatest: nonce }, terms] = await Promise.all([
    chain.read(signal),
    opening.suggestTerms(signal),
  ])
  let left = gasUnits
  for (let from = 0; from < wanted.length; from += opening.mostTogether) {
    const some = wanted.slice(from, from + opening.mostTogether)
    left -= chain.mostCost(terms)
    if (left < 0n) return onNotice(network, `${sweeper} has too little gas to open deposit accounts`)
    const salts = some.map(({ salt }) => salt)
    const answer = await signer.signOpening({ mode, network, salts, terms }, signal)
    if (answer.outcome === 'refused')
      return onNotice(
        network,
        `the signer refused to open deposit accounts: ${answer.code}: ${answer.message}`,
      )
    const addresses = some.map(({ address }) => address)
    const { raw, hash } = answer
    await keepOpening(pool, chain, {
      id: newId(),
      sweeper,
      nonce,
      addresses,
      raw,
      hash,
      terms,
      at: clock.now(),
    })
    await chain.broadcast(raw, signal)
  }
}

const MOST_FOLLOWED = 20

/** Books the final cost of opening deposit accounts. Broadcasts a signed transaction again while it is valid and in no block. */
export async function followOpenings(deps: SweepDeps, look: SweepLook): Promise<void> {
  if (look.chain.opening === undefined) return
  for (const out of await listOutOpenings(deps.pool, look.chain, MOST_FOLLOWED)) await follow(deps, look, out)
}

async function follow(
  { pool, clock }: SweepDeps,
  { chain, fence, signal }: SweepLook,
  out: OutOpening,
): Promise<void> {
  const ended = await chain.endOf(out, signal)
  if (ended.state === 'waiting') {
    await chain.broadcast(out.attempts[0].raw, signal)
  } else if (ended.state !== 'pending') {
    const gasUnits = ended.state === 'void' ? 0n : ended.gasUnits
    await endOpening(pool, out.id, { fence, state: ended.state, gasUnits, at: clock.now() })
  }
}
