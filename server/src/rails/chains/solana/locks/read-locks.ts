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

// So many the network's nodes tell of at once.
const STATUSES_PER_CALL = 256
// Bytes live for a minute or so and are signed again every half minute at most: what was signed before these is dead and long final. Whether it
// was carried out is told by the marker.
const STATUS_ASKED_ATTEMPTS = 16

/**
 * The outcome of each lock. Whether its marker is there is read before its transactions: the other way round, one that landed in between would
 * look like a stranger's. A marker that is there and whose opener the node does not know is a node that lags or forgets: nothing is decided.
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

/** Of those that the node knows of. */
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
    throw new OddAnswer(`asked for ${hashes.length} statuses, it shows ${statuses.length}`)
  return new Map(
    hashes.flatMap((hash, place) => {
      const status = statuses[place]
      return status === undefined ? [] : [[hash, status] as const]
    }),
  )
}

/**
 * Which transaction opened an account, or sent something there when nothing was: undefined when the node does not show it at finality. Asked only
 * where a marker is there and no attempt of ours explains it.
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
