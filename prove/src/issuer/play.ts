import { mayWindowClose } from '@afara/server/records/transactions/clearing/sell-clearing-store.ts'
import type { ForgingChain } from '../forged-deposits/forging-chain.ts'
import type { ProofSell } from '../forged-deposits/sells.ts'
import type { Stage } from '../forged-deposits/stage.ts'
import type { Random } from '../fuzz/random.ts'

/** Events on one chain. */
export type Played = {
  readonly chain: ForgingChain
  readonly honest: ProofSell[]
  /** Sells whose tokens the issuer took, with the amount in kobo. */
  readonly taken: { sell: ProofSell; minor: bigint; isShared: boolean }[]
  readonly kinds: Set<string>
  actions: number
  /** Number of failed runs of the watcher. */
  failed: number
  windowsTried: number
  expiredUnread: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const MINUTE_MS = 60_000
// The number of payments that fit into one transaction on every network.
const MOST_TOGETHER = 10

/** Makes honest deposits in groups, each just after one action of the issuer, until both totals are reached. */
export async function playChain(
  stage: Stage,
  chain: ForgingChain,
  { actions, deposits, random }: Readonly<{ actions: number; deposits: number; random: Random }>,
  onStep: (played: Played) => void,
): Promise<Played> {
  const played: Played = {
    chain,
    honest: [],
    taken: [],
    kinds: new Set(),
    actions: 0,
    failed: 0,
    windowsTried: 0,
    expiredUnread: 0,
  }
  const turns = Math.max(actions, Math.ceil(deposits / MOST_TOGETHER), 1)
  const acts = [...chain.issuer.takes, ...chain.issuer.stops]
  for (let turn = 0; turn < turns; turn += 1) {
    const size = Math.floor(((turn + 1) * deposits) / turns) - Math.floor((turn * deposits) / turns)
    const act = turn < actions ? acts[turn % acts.length] : undefined
    const minor = 10_000n + BigInt(random.below(1_000_000))
    const victim = act === undefined ? undefined : await deposit(stage, played, minor)
    let end: (() => Promise<unknown>) | undefined
    if (act !== undefined && victim !== undefined) {
      played.actions += 1
      played.kinds.add(`${chain.network} ${act.name}`)
      if ('take' in act) {
        const part = random.oneIn(2) ? minor : 1n + BigInt(random.below(Number(minor) - 1))
        await act.take(victim.address, part * chain.unit)
        played.taken.push({ sell: victim, minor: part, isShared: act.isShared === true })
      } else {
        end = await act.begin(victim.address)
        await look(stage, played)
        await end()
        victim.dueMinor = minor
      }
    }
    await payGroup(stage, played, size, minor)
    onStep(played)
  }
  return played
}

/** Makes one sell with a recorded deposit. */
async function deposit(stage: Stage, played: Played, minor: bigint): Promise<ProofSell> {
  const { chain } = played
  const sell = await stage.sells.accept('the issuer’s', chain.network, minor)
  await chain.open([sell.address])
  await chain.pay(sell.address, minor * chain.unit)
  await look(stage, played)
  return sell
}

/** Lets honest customers pay in one transaction. Before the watcher reads it, the driver of sells tries to expire their sells. */
async function payGroup(stage: Stage, played: Played, size: number, minor: bigint): Promise<void> {
  const { chain } = played
  const sells: ProofSell[] = []
  for (let made = 0; made < size; made += 1)
    sells.push(await stage.sells.accept('honest', chain.network, minor))
  const addresses = sells.map(({ address }) => address)
  if (size > 0) {
    await chain.open(addresses)
    await chain.payAll(addresses, minor * chain.unit)
  }
  await chain.settle()
  for (const sell of sells) {
    sell.dueMinor = minor
    played.honest.push(sell)
  }
  const [first] = sells
  if (first !== undefined) await tryWindow(stage, played, first)
  await look(stage, played)
}

/** Tries to expire the sell as if its day were over by the driver's clock. Its tokens are on the chain but not read yet. */
async function tryWindow({ worker }: Stage, played: Played, { id }: ProofSell): Promise<void> {
  played.windowsTried += 1
  const at = new Date(Date.now() + DAY_MS + MINUTE_MS)
  if (!(await mayWindowClose(worker, { id }, at))) return
  await worker.query(`select from drive_transaction($1, 1, 'window_closed', '{}', $2, null)`, [id, at])
  played.expiredUnread += 1
}

async function look(stage: Stage, played: Played): Promise<void> {
  await played.chain.settle()
  try {
    if (!(await stage.look(played.chain))) played.failed += 1
  } catch {
    // PostgreSQL refused the read. The network has then stopped, which is what the proof looks for.
    played.failed += 1
  }
}
