import type { Chain, LanePlace, LaneReading } from '../../../movements/transfers/chain.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { createBlockhashBook, haveExpired } from './blockhash-book.ts'
import { broadcast } from './broadcast.ts'
import { cancelMessage, payMessage, type Token, tokenAccountFor } from './lane-message.ts'
import { createMarkers, MARKER_RENT } from './marker.ts'
import { createOwnMarkers } from './own-markers.ts'
import { TOKEN_PROGRAM } from './programs.ts'
import { readAccounts } from './read-accounts.ts'
import { type LockDeps, readLocks } from './read-locks.ts'
import { requireMint } from './require-mint.ts'
import { requireRent } from './require-rent.ts'
import { readPreflight } from './solana-preflight.ts'
import { createSolanaRpc } from './solana-rpc.ts'
import type { SolanaSettings } from './solana-settings.ts'
import { feeOf, raiseTerms, suggestTerms } from './terms.ts'
import { termsIn } from './terms-in.ts'
import { readTokenAccount, TOKEN_ACCOUNT_RENT } from './token-account.ts'

// A payment to a wallet that has no account for the token yet takes about half of it.
const CU_LIMIT = 100_000n
const MOST_OUT = 500
// So far beyond the next lock is looked for markers that we know nothing of.
const PROBED = 100

/**
 * Solana. A lane is a wallet whose tokens are in its own account for the mint; its lock is a marker account (marker.ts). Locks are taken in any
 * order. Bytes die with their blockhash after a minute or so and are signed again on the same lock; nothing ends because time has passed.
 */
export function createSolanaChain(settings: SolanaSettings): Chain {
  const { mode, mint, decimals, tokenProgram = TOKEN_PROGRAM, own = [] } = settings
  const rpc = createSolanaRpc(settings)
  const token: Token = { mint, decimals, tokenProgram }
  const markers = createMarkers(settings.markerSecret)
  const ownMarkers = createOwnMarkers(markers)
  const blockhashes = createBlockhashBook()
  const deps: LockDeps = { rpc, token, markers, unitsPerMinor: unitsPerMinor(decimals) }
  return {
    mode,
    network: 'Solana',
    gasAsset: 'SOL',
    check: async (signal) =>
      orUnavailable(async () => {
        const { accounts } = await readAccounts(rpc, [mint], 'confirmed', signal)
        requireMint(accounts[0], token)
        await requireRent(rpc, signal)
      }),
    readLane: async (lane, signal) => {
      ownMarkers.note(lane)
      return orUnavailable(async () => readLane(deps, lane, settings.mostOut ?? MOST_OUT, signal))
    },
    suggestTerms: async (signal) =>
      orUnavailable(async () => blockhashes.note(await suggestTerms(rpc, CU_LIMIT, signal))),
    raiseTerms,
    haveExpired,
    termsIn: (raw) => blockhashes.complete(termsIn(raw)),
    mostCost: (terms) => feeOf(terms) + MARKER_RENT + TOKEN_ACCOUNT_RENT,
    prepare: async ({ tokensMinor, ...order }) =>
      payMessage({ token, markers }, { ...order, units: tokensMinor * deps.unitsPerMinor }),
    prepareCancel: async (order) => Promise.resolve(cancelMessage(markers, order)),
    broadcast: async (raws, signal) => broadcast(rpc, raws, signal),
    status: async (from, out, signal) => orUnavailable(async () => readLocks(deps, from, out, signal)),
    preflight: async (to, _tokensMinor, signal) =>
      orUnavailable(async () => readPreflight({ rpc, token, own: new Set(own), ownMarkers }, to, signal)),
  }
}

async function readLane(
  { rpc, token, markers, unitsPerMinor: perMinor }: LockDeps,
  { address, nextLock }: LanePlace,
  room: number,
  signal: AbortSignal,
): Promise<LaneReading> {
  const probed = Array.from({ length: PROBED }, (_, place) => nextLock + BigInt(place))
  const wallet = [address, await tokenAccountFor(token, address)]
  const [held, used] = await Promise.all([
    readAccounts(rpc, wallet, 'confirmed', signal),
    readAccounts(
      rpc,
      probed.map((lock) => markers.addressOf(address, lock)),
      'confirmed',
      signal,
    ),
  ])
  const last = probed.findLast((_, place) => used.accounts[place] !== undefined)
  return {
    // What is less than a kobo stays in the wallet and out of the books.
    tokensMinor: (readTokenAccount(held.accounts[1], token.tokenProgram)?.units ?? 0n) / perMinor,
    gasUnits: held.accounts[0]?.lamports ?? 0n,
    // Locks are taken in any order, so that none of them says anything about those before it.
    lockLatest: 0n,
    lockAhead: last === undefined ? nextLock : last + 1n,
    room,
  }
}
