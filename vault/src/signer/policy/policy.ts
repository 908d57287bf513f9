import type { Family, LaneChain } from '../families/family.ts'
import type { SweeperPolicy } from '../sweeps/sweeper-policy.ts'

/** What one wallet of ours may be made to do. What no line of the policy allows is refused. */
export type LanePolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  /** The lane's number in the books, where the policy pins it. */
  number: number | undefined
  /** As its family spells it. */
  address: string
  family: Family
  /** How its bytes are read. */
  chain: LaneChain
  perTransferMinor: bigint
  perHourMinor: bigint
  perDayMinor: bigint
  /** Over the first day of a wallet that was never paid before. */
  firstSeenMinor: bigint
}>

export type Policy = Readonly<{
  lanes: readonly LanePolicy[]
  /** At most one a network: two would share nothing, and each would need gas. */
  sweepers: readonly SweeperPolicy[]
  findSweeper(place: Readonly<{ mode: string; network: string }>): SweeperPolicy | undefined
  find(lane: Readonly<{ mode: string; network: string; address: string }>): LanePolicy | undefined
  /** Whether an address is a wallet, a token or a contract of ours: nobody means to buy into these. */
  isOurs(address: string): boolean
}>

export function createPolicy(lanes: readonly LanePolicy[], sweepers: readonly SweeperPolicy[] = []): Policy {
  const names = new Set(lanes.map(({ mode, network, address }) => `${mode}:${network}:${address}`))
  if (names.size !== lanes.length) throw new Error('the policy names a lane twice')
  const lines = [...lanes, ...sweepers]
  requireOwnChains(lines)
  requireOwnSweepers(lanes, sweepers)
  requireOwnWallets(lines)
  const ours = new Set(lines.flatMap(({ chain }) => chain.ours))
  return {
    lanes,
    sweepers,
    findSweeper: ({ mode, network }) =>
      sweepers.find((sweeper) => sweeper.mode === mode && sweeper.network === network),
    find: ({ mode, network, address }) =>
      lanes.find(
        (lane) =>
          lane.mode === mode && lane.network === network && lane.address === lane.family.spell(address),
      ),
    isOurs: (address) => ours.has(address),
  }
}

type Line = Pick<LanePolicy, 'mode' | 'network' | 'address'> &
  Readonly<{ chain: Pick<LaneChain, 'chain' | 'wallets'> }>

/** One chain is one network in one mode: test money that could be paid on a live chain would be real. */
function requireOwnChains(lines: readonly Line[]): void {
  const places = new Map<string, string>()
  for (const { mode, network, chain } of lines) {
    const place = placeOf({ mode, network })
    const known = places.get(chain.chain) ?? place
    if (known !== place) throw new Error(`the policy has chain ${chain.chain} as ${known} and as ${place}`)
    places.set(chain.chain, place)
  }
}

/** A wallet that is a lane's as well would use up the lane's locks. */
function requireOwnSweepers(lanes: readonly LanePolicy[], sweepers: readonly SweeperPolicy[]): void {
  const wallets = new Set(lanes.flatMap(({ chain }) => chain.wallets.map(({ address }) => address)))
  if (sweepers.some(({ address }) => wallets.has(address)))
    throw new Error('the policy has a sweeper that is a lane')
  const places = new Set(sweepers.map(placeOf))
  if (places.size !== sweepers.length) throw new Error('the policy names two sweepers of one network')
}

/** A wallet that stands in two lines, or twice in one, would have its locks given away twice. */
function requireOwnWallets(lines: readonly Line[]): void {
  const wallets = lines.flatMap((line) =>
    line.chain.wallets.map(({ address }) => `${placeOf(line)}:${address}`),
  )
  if (new Set(wallets).size !== wallets.length) throw new Error('the policy names a wallet twice')
}

function placeOf({ mode, network }: Readonly<{ mode: string; network: string }>): string {
  return `${mode}:${network}`
}
