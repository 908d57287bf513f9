import type { DepositChain, ReadLogs, TokenLog } from '../../../../movements/deposits/deposit-chain.ts'
import { OddAnswer } from '../../../vendor-json.ts'
import { orUnavailable } from '../../chain-unavailable.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { unitsPerMinor } from '../../units-per-minor.ts'
import { createSeedAddresses } from '../addresses/seed-address.ts'
import { TOKEN_PROGRAM } from '../addresses/solana-address.ts'
import { createMarkers, type Markers } from '../locks/markers.ts'
import { type Token, tokenAccountFor } from '../messages/lane-message.ts'
import { type LandedTransaction, readTransaction, transactionCall } from '../rpc/landed-transaction.ts'
import { readAccounts, readTokenAccount } from '../rpc/read-accounts.ts'
import { requireMint, requireRent } from '../rpc/require-mint.ts'
import { createRetryingRpc, createSolanaRpc } from '../rpc/solana-rpc.ts'
import type { SolanaDepositSettings, SolanaSettings } from '../solana-chain.ts'
import { createFinalCache, type FinalCache } from './final-cache.ts'
import { type DepositAccounts, depositLogs, listSignatures } from './list-deposits.ts'
import { createQuietAccounts, type QuietAccounts } from './quiet-accounts.ts'
import { readBlockHashes, readHead, readSnapshot } from './read-blocks.ts'

type LandedCache = FinalCache<string, LandedTransaction>

type Deps = Readonly<{
  rpc: JsonRpc
  token: Token
  treasury: string
  quiet: QuietAccounts
  markers: Markers
  /**
   * Two separate caches: `listed` for transactions found in lists, `shown` for transactions that are read again to verify the first
   * reading.
   */
  listed: LandedCache
  shown: LandedCache
  hashes: FinalCache<bigint, string>
  mostTold: number
}>

type Settings = SolanaDepositSettings & Pick<SolanaSettings, 'markerSecret'> & Readonly<{ mostTold?: number }>

// A node's transaction lists may lag behind its accounts by this much. A node must have reached the slot this far before the requested
// range. Lists are read from MAX_STEP_SLOTS before that slot, because two polls are fewer slots than that apart.
const LIST_LAG_SLOTS = 100n
const MAX_STEP_SLOTS = 64n
// One call returns this many transactions. The next call returns the following ones.
const MAX_TRANSACTIONS_PER_READ = 5_000

/**
 * Reads the finalised deposits on Solana. Each sell has its own token account. A deposit is the difference between the account's balance
 * before and after a transaction.
 */
export function createSolanaDeposits(settings: Settings): DepositChain {
  const { mode, mint, decimals, treasury, sweeper, tokenProgram = TOKEN_PROGRAM } = settings
  const rpc = createRetryingRpc(createSolanaRpc(settings))
  const token: Token = { mint, decimals, tokenProgram }
  const markers = createMarkers(settings.markerSecret)
  const deps: Deps = {
    rpc,
    token,
    treasury,
    quiet: createQuietAccounts(tokenProgram),
    markers,
    listed: createFinalCache(landedIn(rpc, mint)),
    shown: createFinalCache(landedIn(rpc, mint)),
    hashes: createFinalCache(async (blocks, signal) => readBlockHashes(rpc, blocks, signal)),
    mostTold: settings.mostTold ?? MAX_TRANSACTIONS_PER_READ,
  }
  return {
    mode,
    network: 'Solana',
    unitsPerMinor: unitsPerMinor(decimals),
    addressOf: createSeedAddresses(sweeper, tokenProgram),
    check: async (signal) => orUnavailable(async () => checkTreasury(deps, signal)),
    head: async (signal) =>
      orUnavailable(async () => {
        const { madeAt, ...finalized } = await readHead(rpc, signal)
        return { finalized, madeAt }
      }),
    blockHash: async (block, signal) =>
      orUnavailable(async () => (await readBlockHashes(rpc, [block], signal)).get(block)),
    logs: async (from, to, watched, signal) =>
      orUnavailable(async () => {
        const { block: head } = await readHead(rpc, signal)
        if (head < from) return { through: from - 1n, logs: [], odd: [] }
        // The list of accounts is read after the head, so it includes every account that could have received tokens up to the head.
        return readLogs(deps, { from, through: to < head ? to : head }, await watched(), signal)
      }),
    shows: async (logs, signal) => orUnavailable(async () => readShown(deps, logs, signal)),
    snapshot: async ({ wallets, deposits }, signal) =>
      orUnavailable(async () => readSnapshot(deps, { wallets, deposits }, signal)),
  }
}

async function checkTreasury({ rpc, token, treasury }: Deps, signal: AbortSignal): Promise<void> {
  const account = await tokenAccountFor(token, treasury)
  const { accounts } = await readAccounts(rpc, [token.mint, account], 'confirmed', signal)
  requireMint(accounts[0], token)
  await requireRent(rpc, signal)
  const tokens = readTokenAccount(accounts[1], token.tokenProgram)
  // A treasury account that the issuer froze is accepted: it receives nothing, but deposits must still be read.
  if (tokens === undefined || tokens.owner !== treasury)
    throw new OddAnswer(`the treasury ${treasury} has no account for the token`)
}

async function readLogs(
  deps: Deps,
  range: Readonly<{ from: bigint; through: bigint }>,
  watched: readonly string[],
  signal: AbortSignal,
): Promise<ReadLogs> {
  const { accounts, oldest } = await readAccounts(deps.rpc, watched, 'finalized', signal)
  if (watched.length > 0 && oldest < range.through)
    throw new OddAnswer(
      `the node returned accounts as of slot ${oldest}, but block ${range.through} is already final`,
    )
  const seen = new Map(watched.map((address, place) => [address, accounts[place]]))
  const horizon = before(range.from, LIST_LAG_SLOTS)
  const from = before(horizon, MAX_STEP_SLOTS)
  const { stirred, keep } = deps.quiet.look(seen, oldest, { wanted: range.from, from })
  const all = await listSignatures(deps.rpc, stirred, { from, through: range.through, horizon }, signal)
  // Reading can stop at the slot of a transaction, because that slot has a block. Changed accounts are listed again in the next calls.
  const through = all.filter(({ slot }) => slot >= range.from)[deps.mostTold - 1]?.slot ?? range.through
  const signatures = all.filter(({ slot }) => slot <= through).map(({ signature }) => signature)
  const landed = await deps.listed.read(signatures, signal)
  const missing = signatures.find((signature) => !landed.has(signature))
  if (missing !== undefined)
    throw new OddAnswer(`the node lists transaction ${missing}, but does not return it`)
  const words = await wordsOf(deps)
  const logs = [...landed.values()]
    .toSorted((one, other) => (one.slot < other.slot ? -1 : 1))
    .flatMap((one) => depositLogs(one, (address) => seen.has(address), words))
  const told = await withHashes(deps, logs, signal)
  keep()
  return { through, logs: told, odd: [] }
}

function before(slot: bigint, slots: bigint): bigint {
  return slot > slots ? slot - slots : 0n
}

async function withHashes(
  deps: Deps,
  logs: readonly Omit<TokenLog, 'blockHash'>[],
  signal: AbortSignal,
): Promise<readonly TokenLog[]> {
  const hashes = await deps.hashes.read([...new Set(logs.map(({ block }) => block))], signal)
  return logs.map((log) => {
    const blockHash = hashes.get(log.block)
    if (blockHash === undefined)
      throw new OddAnswer(
        `the node reports ${log.txHash} in block ${log.block}, but does not have that block`,
      )
    return { ...log, blockHash }
  })
}

async function readShown(
  deps: Deps,
  logs: readonly TokenLog[],
  signal: AbortSignal,
): Promise<readonly boolean[]> {
  const landed = await deps.shown.read([...new Set(logs.map(({ txHash }) => txHash))], signal)
  const hashes = await readBlockHashes(deps.rpc, [...new Set(logs.map(({ block }) => block))], signal)
  const words = await wordsOf(deps)
  const shown = logs.map((log) => {
    const one = landed.get(log.txHash)
    if (one === undefined || hashes.get(log.block) !== log.blockHash) return false
    const own = log.sender
    return depositLogs(one, (address) => address === log.address || address === own, words).some(
      (other) =>
        other.logIndex === log.logIndex &&
        other.block === log.block &&
        other.sender === log.sender &&
        other.address === log.address &&
        other.units === log.units,
    )
  })
  // For these logs, the node's answer was wrong before or is wrong now, so everything about them is read again.
  const doubted = logs.filter((_, place) => shown[place] === false)
  for (const book of [deps.listed, deps.shown]) book.forget(doubted.map(({ txHash }) => txHash))
  deps.hashes.forget(doubted.map(({ block }) => block))
  return shown
}

function landedIn(rpc: JsonRpc, mint: string) {
  return async (
    signatures: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LandedTransaction | undefined>> => {
    const answers = await rpc.ask(signatures.map(transactionCall), signal)
    return new Map(
      signatures.map((signature, place) => [signature, readTransaction(answers[place], { signature, mint })]),
    )
  }
}

async function wordsOf({ token, treasury }: Deps): Promise<DepositAccounts> {
  return { mint: token.mint, treasury, treasuryAccount: await tokenAccountFor(token, treasury) }
}
