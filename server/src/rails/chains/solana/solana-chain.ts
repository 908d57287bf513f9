import type { Mode } from '../../../kernel/mode.ts'
import type { Chain, LanePlace, LaneReading } from '../../../movements/transfers/chain.ts'
import { orUnavailable } from '../chain-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { TOKEN_PROGRAM } from './addresses/solana-address.ts'
import { createMarkers, createOwnMarkers, MARKER_RENT } from './locks/markers.ts'
import { type LockDeps, readLocks } from './locks/read-locks.ts'
import { broadcast } from './messages/broadcast.ts'
import { cancelMessage, payMessage, type Token, tokenAccountFor } from './messages/lane-message.ts'
import {
  createBlockhashCache,
  haveExpired,
  networkFee,
  raiseTerms,
  suggestTerms,
  termsIn,
} from './messages/terms.ts'
import { readAccounts, readTokenAccount, TOKEN_ACCOUNT_RENT } from './rpc/read-accounts.ts'
import { requireMint, requireRent } from './rpc/require-mint.ts'
import { createSolanaRpc } from './rpc/solana-rpc.ts'
import { readPreflight } from './solana-preflight.ts'

export type SolanaSettings = Readonly<{
  mode: Mode
  url: string
  /** The mint of the naira token. */
  mint: string
  decimals: number
  /** The program of the mint. The default is the plain token program. */
  tokenProgram?: string
  /** The secret from which the markers of locks are derived. The signer has the same secret. */
  markerSecret: string
  /** Our own wallets. No payment goes to them or to their token accounts. */
  own?: readonly string[]
  /** Maximum number of open locks. The network sets no limit. */
  mostOut?: number
  deadlineMs?: number
}>

export type SolanaDepositSettings = Omit<SolanaSettings, 'markerSecret' | 'own' | 'mostOut'> &
  Readonly<{
    /** The wallet that receives swept tokens, spelled as in its lane. */
    treasury: string
    /** The wallet that opens, owns and closes the deposit accounts, and pays the fees. */
    sweeper: string
  }>

// A payment to a wallet without a token account uses about half of this.
const CU_LIMIT = 100_000n
const DEFAULT_MAX_OUT = 500
// This many locks, from the next one on, are checked for markers that already exist.
const PROBED_LOCKS = 100

/**
 * Solana. A lane is a wallet whose tokens are in its associated account for the mint. Its lock is a marker account (locks/markers.ts).
 * Locks are used in any order. A transaction expires with its blockhash after about a minute and is signed again on the same lock. No
 * transfer ends because time has passed.
 */
export function createSolanaChain(settings: SolanaSettings): Chain {
  const { mode, mint, decimals, tokenProgram = TOKEN_PROGRAM, own = [] } = settings
  const rpc = createSolanaRpc(settings)
  const token: Token = { mint, decimals, tokenProgram }
  const markers = createMarkers(settings.markerSecret)
  const ownMarkers = createOwnMarkers(markers)
  const blockhashes = createBlockhashCache()
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
      return orUnavailable(async () => readLane(deps, lane, settings.mostOut ?? DEFAULT_MAX_OUT, signal))
    },
    suggestTerms: async (signal) =>
      orUnavailable(async () => blockhashes.note(await suggestTerms(rpc, CU_LIMIT, signal))),
    raiseTerms,
    haveExpired,
    termsIn: (raw) => blockhashes.complete(termsIn(raw)),
    mostCost: (terms) => networkFee(terms) + MARKER_RENT + TOKEN_ACCOUNT_RENT,
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
  const probed = Array.from({ length: PROBED_LOCKS }, (_, place) => nextLock + BigInt(place))
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
    // A fraction of a kobo stays in the wallet and is not booked.
    tokensMinor: (readTokenAccount(held.accounts[1], token.tokenProgram)?.units ?? 0n) / perMinor,
    gasUnits: held.accounts[0]?.lamports ?? 0n,
    // Locks are used in any order, so a used lock does not mean that the earlier locks are used.
    lockLatest: 0n,
    lockAhead: last === undefined ? nextLock : last + 1n,
    room,
  }
}
