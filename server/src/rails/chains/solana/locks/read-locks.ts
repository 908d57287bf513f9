import type { LockStatus, OutTransfer } from '../../../../movements/transfers/chain.ts'
import { OddAnswer, readList } from '../../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../../json-rpc.ts'
import { type Token, tokenAccountFor } from '../messages/lane-message.ts'
import { type LandedTransaction, readTransaction, transactionCall } from '../rpc/landed-transaction.ts'
import { readAccounts } from '../rpc/read-accounts.ts'
import { readContext, readListed, readStatus, type SignatureStatus } from '../rpc/rpc-values.ts'
import { judgeFree, judgeUsed, type SeenAttempt } from './judge-lock.ts'
import type { Markers } from './markers.ts'

export type LockDeps = Readonly<{ rpc: JsonRpc; token: Token; markers: Markers; unitsPerMinor: bigint }>

type Seen = Readonly<{ out: OutTransfer; marker: string; isUsed: boolean; attempts: readonly SeenAttempt[] }>

// Nodes return at most this many statuses per call.
const STATUSES_PER_CALL = 256
// A transaction expires after about a minute and is signed again every half minute at most. Attempts before the newest sixteen have
// expired, and their outcome is long final. The marker shows whether one of them succeeded.
const STATUS_ASKED_ATTEMPTS = 16

/**
 * Returns the status of each lock. The marker is read before the transactions: in the other order, a transaction that landed in between
 * would look like one that is not ours. If the marker exists but the node does not know which transaction opened it, the node lags or has
 * pruned its history, and the lock counts as pending.
 */
export async function readLocks(
  deps: LockDeps,
  from: string,
  out: readonly OutTransfer[],
  signal: AbortSignal,
): Promise<readonly LockStatus[]> {
  const markers = out.map(({ lock }) => deps.markers.addressOf(from, lock))
  const { accounts } = await readAccounts(deps.rpc, markers, 'finalized', signal)
  const asked = out.flatMap(({ attempts }, place) =>
    accounts[place] === undefined ? attempts.slice(-STATUS_ASKED_ATTEMPTS) : attempts,
  )
  const hashes = [...new Set(asked.map(({ hash }) => hash))]
  const statuses = await readStatuses(deps.rpc, hashes, signal)
  const seen = out.map((transfer, place): Seen => {
    const attempts = transfer.attempts.map(({ kind, hash }) => ({ kind, hash, status: statuses.get(hash) }))
    return { out: transfer, marker: markers[place] ?? '', isUsed: accounts[place] !== undefined, attempts }
  })
  const final = seen
    .filter(({ isUsed }) => isUsed)
    .flatMap(({ attempts }) => attempts.filter(({ status }) => status?.isFinal === true))
  const landed = await readLanded(
    deps,
    final.map(({ hash }) => hash),
    signal,
  )
  const judged: LockStatus[] = []
  for (const lock of seen)
    judged.push(lock.isUsed ? await judge(deps, from, lock, landed, signal) : judgeFree(lock.attempts))
  return judged
}

async function judge(
  deps: LockDeps,
  lane: string,
  { out, marker, attempts }: Seen,
  landed: ReadonlyMap<string, LandedTransaction>,
  signal: AbortSignal,
): Promise<LockStatus> {
  const carriedOut = attempts.filter(({ status }) => status !== undefined && status.error === undefined)
  const [one, another] = carriedOut.filter(({ status }) => status?.isFinal)
  if (another !== undefined)
    return { state: 'conflict', detail: `two attempts succeeded: ${one?.hash} and ${another.hash}` }
  if (one === undefined) {
    if (carriedOut.length > 0) return { state: 'pending' }
    const opener = await findOpener(deps.rpc, { marker, mint: deps.token.mint }, signal)
    if (opener === undefined || attempts.some(({ hash }) => hash === opener)) return { state: 'pending' }
    return { state: 'conflict', detail: `lock ${out.lock} was used up by ${opener}` }
  }
  const transaction = landed.get(one.hash)
  if (transaction === undefined) return { state: 'pending' }
  const failed = attempts.flatMap(({ hash }) => (hash === one.hash ? [] : (landed.get(hash) ?? [])))
  return judgeUsed(
    { kind: one.kind, landed: transaction },
    {
      marker,
      alsoPaid: failed.reduce((sum, { cost }) => sum + cost, 0n),
      move: {
        lane,
        source: await tokenAccountFor(deps.token, lane),
        destination: await tokenAccountFor(deps.token, out.to),
        units: out.tokensMinor * deps.unitsPerMinor,
      },
    },
  )
}

async function readLanded(
  { rpc, token }: LockDeps,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LandedTransaction>> {
  const answers = await rpc.ask(hashes.map(transactionCall), signal)
  return new Map(
    hashes.flatMap((hash, place) => {
      const landed = readTransaction(answers[place], { signature: hash, mint: token.mint })
      return landed === undefined ? [] : [[hash, landed] as const]
    }),
  )
}

/** Returns the statuses of the transactions that the node knows. */
export async function readStatuses(
  rpc: JsonRpc,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SignatureStatus>> {
  const calls: RpcCall[] = []
  for (let first = 0; first < hashes.length; first += STATUSES_PER_CALL) {
    const part = hashes.slice(first, first + STATUSES_PER_CALL)
    calls.push(['getSignatureStatuses', part, { searchTransactionHistory: true }])
  }
  const answers = await rpc.ask(calls, signal)
  const statuses = answers.flatMap((answer) =>
    readList(readContext(answer, 'statuses').value, 'statuses').map(readStatus),
  )
  if (statuses.length !== hashes.length)
    throw new OddAnswer(`the node returned ${statuses.length} statuses for ${hashes.length} transactions`)
  return new Map(
    hashes.flatMap((hash, place) => {
      const status = statuses[place]
      return status === undefined ? [] : [[hash, status] as const]
    }),
  )
}

/**
 * Finds the transaction that opened a marker, or that first sent lamports to its address. Returns undefined if the node does not show it at
 * finality. Called only if a marker exists and none of our attempts explains it.
 */
async function findOpener(
  rpc: JsonRpc,
  { marker, mint }: Readonly<{ marker: string; mint: string }>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [answer] = await rpc.ask([['getSignaturesForAddress', marker, { commitment: 'finalized' }]], signal)
  // Oldest first.
  const listed = readList(answer, 'signatures').map(readListed).toReversed()
  for (const { signature, error, isFinal } of listed) {
    if (error !== undefined || !isFinal) continue
    const [landed] = await rpc.ask([transactionCall(signature)], signal)
    if (readTransaction(landed, { signature, mint })?.opened.has(marker) === true) return signature
  }
  return undefined
}
