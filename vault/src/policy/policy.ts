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
  find(lane: Readonly<{ mode: string; network: string; address: string }>): LanePolicy | undefined
  /** Whether an address is a wallet or a token of ours: nobody means to buy into these. */
  isOurs(address: string): boolean
}>

export function createPolicy(lanes: readonly LanePolicy[]): Policy {
  const byName = new Map(lanes.map((lane) => [nameOf(lane), lane]))
  if (byName.size !== lanes.length) throw new Error('the policy names a lane twice')
  const ours = new Set(lanes.flatMap(({ address, token }) => [address, token]))
  return {
    lanes,
    find: (lane) => byName.get(nameOf(lane)),
    isOurs: (address) => ours.has(address),
  }
}

function nameOf({
  mode,
  network,
  address,
}: Readonly<{ mode: string; network: string; address: string }>): string {
  return `${mode}:${network}:${address}`
}
