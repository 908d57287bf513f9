/** Actions of an issuer on a chain. Each applies to the address of a sell whose deposit is recorded, or to all addresses. */
export type IssuerActs = Readonly<{
  takes: readonly Taking[]
  stops: readonly Stopping[]
  /** Returns the units of the token at all these addresses together, as the chain shows them. */
  held(addresses: readonly string[]): Promise<bigint>
}>

type Taking = Readonly<{
  name: string
  take(address: string, units: bigint): Promise<unknown>
  /** Taken from the account that all sells share, so no single sell goes on hold. */
  isShared?: true
}>

/** Stops all movement without taking tokens. `begin` returns the function that ends it. */
type Stopping = Readonly<{ name: string; begin(address: string): Promise<() => Promise<unknown>> }>
