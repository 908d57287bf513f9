import type { Terms } from '../../../../movements/transfers/chain.ts'
import type {
  SentSweep,
  SweepChain,
  SweepEnd,
  SweeperReading,
  SweepItem,
} from '../../../../movements/treasury/sweep-chain.ts'
import { orUnavailable } from '../../chain-unavailable.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { createSeedAddresses } from '../addresses/seed-address.ts'
import { TOKEN_PROGRAM } from '../addresses/solana-address.ts'
import { readStatuses } from '../locks/read-locks.ts'
import { broadcast } from '../messages/broadcast.ts'
import { type Token, tokenAccountFor } from '../messages/lane-message.ts'
import { networkFee, raiseTerms, suggestTerms } from '../messages/terms.ts'
import { readTransaction, transactionCall } from '../rpc/landed-transaction.ts'
import { readAccounts, readTokenAccount, TOKEN_ACCOUNT_RENT } from '../rpc/read-accounts.ts'
import { readCount, type SignatureStatus } from '../rpc/rpc-values.ts'
import { createSolanaRpc } from '../rpc/solana-rpc.ts'
import type { SolanaDepositSettings } from '../solana-chain.ts'

type Deps = Readonly<{ rpc: JsonRpc; token: Token; sweeper: string; treasury: string }>

// A transaction has at most 1,232 bytes. These are the maximum numbers of accounts that one transaction can empty and close, and that one
// transaction can open.
const MAX_SWEPT_PER_CALL = 12
const MAX_OPENED_PER_CALL = 4
const CU_PER_SWEPT = 12_000n
const CU_PER_OPENED = 10_000n
const CU_BASE = 5_000n

/**
 * Sweeps on Solana. The wallet that owns the deposit accounts empties them to the treasury and closes them, so that later transfers to them
 * fail. The same wallet also opens them. No lock is needed: if the same call is sent twice, the second one fails, because the account is
 * already closed or open.
 */
export function createSolanaSweeps(settings: SolanaDepositSettings): SweepChain {
  const { mode, mint, decimals, treasury, sweeper, tokenProgram = TOKEN_PROGRAM } = settings
  const rpc = createSolanaRpc(settings)
  const deps: Deps = { rpc, token: { mint, decimals, tokenProgram }, sweeper, treasury }
  return {
    mode,
    network: 'Solana',
    sweeper,
    mostTogether: MAX_SWEPT_PER_CALL,
    addressOf: createSeedAddresses(sweeper, tokenProgram),
    read: async (signal) => orUnavailable(async () => readSweeper(deps, signal)),
    suggestTerms: async (items, signal) =>
      orUnavailable(async () => {
        if (!(await wouldSweep(deps, items, signal))) return undefined
        return suggestTerms(rpc, CU_BASE + BigInt(items.length) * CU_PER_SWEPT, signal)
      }),
    raiseTerms,
    mostCost,
    broadcast: async (raw, signal) => (await broadcast(rpc, [raw], signal))[0] ?? '',
    endOf: async (sweep, signal) => orUnavailable(async () => readEnd(deps, sweep, signal)),
    opening: {
      mostTogether: MAX_OPENED_PER_CALL,
      missing: async (addresses, signal) =>
        orUnavailable(async () => filterAccounts(deps, addresses, (units) => units === undefined, signal)),
      suggestTerms: async (signal) =>
        orUnavailable(async () =>
          suggestTerms(rpc, CU_BASE + BigInt(MAX_OPENED_PER_CALL) * CU_PER_OPENED, signal),
        ),
      spare: async (addresses, signal) =>
        orUnavailable(async () => filterAccounts(deps, addresses, (units) => units === 0n, signal)),
    },
  }
}

/** Returns the maximum cost. Opening accounts costs their rent, which is returned when a sweep closes them. */
function mostCost(terms: Terms): bigint {
  return networkFee(terms) + BigInt(MAX_OPENED_PER_CALL) * TOKEN_ACCOUNT_RENT
}

async function readSweeper({ rpc, sweeper }: Deps, signal: AbortSignal): Promise<SweeperReading> {
  const [height] = await rpc.ask([['getBlockHeight', { commitment: 'confirmed' }]], signal)
  const { accounts } = await readAccounts(rpc, [sweeper], 'confirmed', signal)
  return { gasUnits: accounts[0]?.lamports ?? 0n, nonceLatest: readCount(height, 'block height') }
}

async function filterAccounts(
  { rpc, token }: Deps,
  addresses: readonly string[],
  keep: (units: bigint | undefined) => boolean,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { accounts } = await readAccounts(rpc, addresses, 'confirmed', signal)
  return addresses.filter((_, place) => keep(readTokenAccount(accounts[place], token.tokenProgram)?.units))
}

/**
 * Reads the outcome of a sweep. The height is read before the statuses: a transaction that is then in no block and whose blockhash has
 * expired can never be included. If a node has pruned a successful transaction, no harm is done, because the accounts are read again before
 * another sweep is signed.
 */
async function readEnd(
  { rpc, token }: Deps,
  { attempts }: SentSweep,
  signal: AbortSignal,
): Promise<SweepEnd> {
  const [answer] = await rpc.ask([['getBlockHeight', { commitment: 'finalized' }]], signal)
  const height = readCount(answer, 'block height')
  const hashes = attempts.map(({ hash }) => hash)
  const statuses = await readStatuses(rpc, hashes, signal)
  const isLive = attempts.some(({ hash, terms }) => !statuses.has(hash) && !isDead(terms, height))
  const seen = hashes.flatMap((hash) => {
    const status = statuses.get(hash)
    return status === undefined ? [] : [{ hash, ...status }]
  })
  const carriedOut = seen.find(isCarriedOut)
  // Other attempts may still be included, fail and cost a fee. The cost is reported only when none can be included any more.
  if (seen.some(({ isFinal }) => !isFinal) || (seen.length > 0 && isLive))
    return carriedOut === undefined && isLive ? { state: 'waiting' } : { state: 'pending' }
  const [first] = seen
  const ended = carriedOut ?? first
  if (ended === undefined)
    return isLive ? { state: 'waiting' } : { state: 'void', because: 'its blockhashes have expired' }
  const landed = await rpc.ask(
    seen.map(({ hash }) => transactionCall(hash)),
    signal,
  )
  const costs = seen.map(({ hash }, place) =>
    readTransaction(landed[place], { signature: hash, mint: token.mint }),
  )
  if (costs.includes(undefined)) return { state: 'pending' }
  const gasUnits = costs.reduce((sum, transaction) => sum + (transaction?.cost ?? 0n), 0n)
  return { state: carriedOut === undefined ? 'final_failed' : 'final_ok', hash: ended.hash, gasUnits }
}

function isCarriedOut({ error }: SignatureStatus): boolean {
  return error === undefined
}

function isDead({ lastValidBlockHeight }: Terms, height: bigint): boolean {
  return lastValidBlockHeight !== undefined && BigInt(lastValidBlockHeight) < height
}

/**
 * Whether a sweep of these accounts would succeed. Each must be open and hold exactly the expected amount, because the sweep closes it. One
 * account that differs would make the whole transaction fail.
 */
async function wouldSweep(
  { rpc, token, treasury }: Readonly<{ rpc: JsonRpc; token: Token; treasury: string }>,
  items: readonly SweepItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const addresses = [await tokenAccountFor(token, treasury), ...items.map(({ address }) => address)]
  const { accounts } = await readAccounts(rpc, addresses, 'confirmed', signal)
  const [target, ...found] = accounts.map((account) => readTokenAccount(account, token.tokenProgram))
  if (target === undefined || target.isFrozen) return false
  return items.every(({ units }, place) => {
    const account = found[place]
    // A frozen account can be closed if it is empty, but it cannot be emptied.
    return account !== undefined && account.units === units && !(account.isFrozen && units > 0n)
  })
}
