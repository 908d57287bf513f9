import type { SweeperPolicy } from '../sweeps/sweeper-policy.ts'

/** What one wallet of ours may be made to do. What no line of the policy allows is refused. */
export type LanePolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  /** The lane's number in the books, where the policy pins it. */
  number: number | undefined
  chainId: bigint
  /** Addresses are in lower case. */
  token: string
  decimals: number
  address: string
  /** Its name in the file of keys. */
  key: string
  perTransferMinor: bigint
  perHourMinor: bigint
  perDayMinor: bigint
  /** Over the first day of a wallet that was never paid before. */
  firstSeenMinor: bigint
  maxFeePerGas: bigint
  maxGas: bigint
}>

export type Policy = Readonly<{
  lanes: readonly LanePolicy[]
  /** At most one a network: two would share nothing, and each would need gas. */
  sweepers: readonly SweeperPolicy[]
  findSweeper(place: Readonly<{ mode: string; network: string }>): SweeperPolicy | undefined
  find(lane: Readonly<{ mode: string; network: string; address: string }>): LanePolicy | undefined
  /** Whether an address is a wallet, a token or a factory of ours: nobody means to buy into these. */
  isOurs(address: string): boolean
}>

export function createPolicy(lanes: readonly LanePolicy[], sweepers: readonly SweeperPolicy[] = []): Policy {
  const byName = new Map(lanes.map((lane) => [nameOf(lane), lane]))
  if (byName.size !== lanes.length) throw new Error('the policy names a lane twice')
  requireOwnChains([...lanes, ...sweepers])
  requireOwnSweepers(lanes, sweepers)
  const ours = new Set([
    ...lanes.flatMap(({ address, token }) => [address, token]),
    ...sweepers.flatMap(({ address, token, factory }) => [address, token, factory]),
  ])
  return {
    lanes,
    sweepers,
    findSweeper: ({ mode, network }) =>
      sweepers.find((sweeper) => sweeper.mode === mode && sweeper.network === network),
    find: (lane) => byName.get(nameOf(lane)),
    isOurs: (address) => ours.has(address),
  }
}

/** One chain is one network in one mode: test money that could be paid on a live chain would be real. */
function requireOwnChains(lanes: ReadonlyArray<Pick<LanePolicy, 'mode' | 'network' | 'chainId'>>): void {
  const places = new Map<bigint, string>()
  for (const { mode, network, chainId } of lanes) {
    const place = `${mode}:${network}`
    if ((places.get(chainId) ?? place) !== place)
      throw new Error(`the policy has chain ${chainId} as ${places.get(chainId)} and as ${place}`)
    places.set(chainId, place)
  }
}

/** A wallet that is a lane's as well would use up the lane's locks. */
function requireOwnSweepers(lanes: readonly LanePolicy[], sweepers: readonly SweeperPolicy[]): void {
  const wallets = new Set(lanes.map(({ address }) => address))
  if (sweepers.some(({ address }) => wallets.has(address)))
    throw new Error('the policy has a sweeper that is a lane')
  const places = new Set(sweepers.map(({ mode, network }) => `${mode}:${network}`))
  if (places.size !== sweepers.length) throw new Error('the policy names two sweepers of one network')
}

function nameOf({
  mode,
  network,
  address,
}: Readonly<{ mode: string; network: string; address: string }>): string {
  return `${mode}:${network}:${address}`
}
