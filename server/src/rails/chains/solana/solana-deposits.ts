import type { DepositChain, ReadLogs, TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import { OddAnswer } from '../../vendor-json.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { unitsPerMinor } from '../units-per-minor.ts'
import { type DepositWords, depositLogs } from './deposit-logs.ts'
import { createFinalBook, type FinalBook } from './final-book.ts'
import { type LandedTransaction, readTransaction, transactionCall } from './landed-transaction.ts'
import { type Token, tokenAccountFor } from './lane-message.ts'
import { listSignatures } from './list-signatures.ts'
import { createMarkers, type Markers } from './marker.ts'
import { patientRpc } from './patient-rpc.ts'
import { TOKEN_PROGRAM } from './programs.ts'
import { createQuietAccounts, type QuietAccounts } from './quiet-accounts.ts'
import { readAccounts } from './read-accounts.ts'
import { readBlockHashes, readHead } from './read-blocks.ts'
import { readSnapshot } from './read-snapshot.ts'
import { requireMint } from './require-mint.ts'
import { requireRent } from './require-rent.ts'
import { createSeedAddresses } from './seed-address.ts'
import { createSolanaRpc } from './solana-rpc.ts'
import type { SolanaDepositSettings, SolanaSettings } from './solana-settings.ts'
import { readTokenAccount } from './token-account.ts'

type LandedBook = FinalBook<string, LandedTransaction>

type Deps = Readonly<{
  rpc: JsonRpc
  token: Token
  treasury: string
  quiet: QuietAccounts
  markers: Markers
  /** What was read because it was listed, and what was asked for by itself: neither is taken for the other. */
  listed: LandedBook
  shown: LandedBook
  hashes: FinalBook<bigint, string>
  mostTold: number
}>

type Settings = SolanaDepositSettings & Pick<SolanaSettings, 'markerSecret'> & Readonly<{ mostTold?: number }>

// A node keeps its lists of transactions beside its accounts, and may be behind with them by some time: so much before what is asked for is
// read too, by a node that has come at least so far. Between two looks are fewer slots than the second of them.
const LISTED_LATE = 100n
const LONGEST_STEP = 64n
// Of so many transactions is told at once; what comes after them is told next.
const MOST_TOLD = 5_000

/**
 * The deposits of Solana, read at finality: each sell has a token account of its own, and what came there is the difference between what the
 * account had before a transaction and after it.
 */
export function createSolanaDeposits(settings: Settings): DepositChain {
  const { mode, mint, decimals, treasury, sweeper, tokenProgram = TOKEN_PROGRAM } = settings
  const rpc = patientRpc(createSolanaRpc(settings))
  const token: Token = { mint, decimals, tokenProgram }
  const markers = createMarkers(settings.markerSecret)
  const deps: Deps = {
    rpc,
    token,
    treasury,
    quiet: createQuietAccounts(tokenProgram),
    markers,
    listed: createFinalBook(landedIn(rpc, mint)),
    shown: createFinalBook(landedIn(rpc, mint)),
    hashes: createFinalBook(async (blocks, signal) => readBlockHashes(rpc, blocks, signal)),
    mostTold: settings.mostTold ?? MOST_TOLD,
  }
  return {
    mode,
    network: 'Solana',
    unitsPerMinor: unitsPerMinor(decimals),
    addressOf: createSeedAddresses(sweeper, tokenProgram),
    check: async (signal) => orUnavailable(async () => checkTreasury(deps, signal)),
    head: async (signal) => orUnavailable(async () => ({ finalized: await readHead(rpc, signal) })),
    blockHash: async (block, signal) =>
      orUnavailable(async () => (await readBlockHashes(rpc, [block], signal)).get(block)),
    logs: async (from, to, watched, signal) =>
      orUnavailable(async () => {
        const { block: head } = await readHead(rpc, signal)
        if (head < from) return { through: from - 1n, logs: [], odd: [] }
        // Asked for after the head: whatever could receive by then is among them.
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
  if (tokens === undefined || tokens.owner !== treasury || tokens.isFrozen)
    throw new OddAnswer(`${treasury} has no account that tokens could be swept to`)
}

async function readLogs(
  deps: Deps,
  range: Readonly<{ from: bigint; through: bigint }>,
  watched: readonly string[],
  signal: AbortSignal,
): Promise<ReadLogs> {
  const { accounts, oldest } = await readAccounts(deps.rpc, watched, 'finalized', signal)
  if (watched.length > 0 && oldest < range.through)
    throw new OddAnswer(`it shows accounts of slot ${oldest}, and block ${range.through} is final`)
  const seen = new Map(watched.map((address, place) => [address, accounts[place]]))
  const horizon = before(range.from, LISTED_LATE)
  const from = before(horizon, LONGEST_STEP)
  const { stirred, keep } = deps.quiet.look(seen, oldest, { wanted: range.from, from })
  const all = await listSignatures(deps.rpc, stirred, { from, through: range.through, horizon }, signal)
  // Where a transaction is, there is a block. Accounts that have changed are asked about until what is wanted is beyond that.
  const through = all.filter(({ slot }) => slot >= range.from)[deps.mostTold - 1]?.slot ?? range.through
  const signatures = all.filter(({ slot }) => slot <= through).map(({ signature }) => signature)
  const landed = await deps.listed.read(signatures, signal)
  const missing = signatures.find((signature) => !landed.has(signature))
  if (missing !== undefined) throw new OddAnswer(`it lists ${missing} and does not show it`)
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
    if (blockHash === undefined) throw new OddAnswer(`it has no block ${log.block}, where ${log.txHash} is`)
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
  // It was shown wrongly then or now: all of it is read once more.
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

async function wordsOf({ token, treasury }: Deps): Promise<DepositWords> {
  return { mint: token.mint, treasury, treasuryAccount: await tokenAccountFor(token, treasury) }
}
