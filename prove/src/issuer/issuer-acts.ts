/** What an issuer can do on a chain. Each is done to the address of a sell whose deposit was recorded, unless it is done to everybody. */
export type IssuerActs = Readonly<{
  takes: readonly Taking[]
  stops: readonly Stopping[]
  /** Units of the token at all these addresses together, as the chain tells it. */
  held(addresses: readonly string[]): Promise<bigint>
}>

type Taking = Readonly<{
  name: string
  take(address: string, units: bigint): Promise<unknown>
  /** Taken from an account that all sells share, in the name of none: no sell is held. */
  isShared?: true
}>

/** Nothing is taken, and nothing may move. What is returned ends it. */
type Stopping = Readonly<{ name: string; begin(address: string): Promise<() => Promise<unknown>> }>
