/** A place for tokens on a network. */
export type Wallet = Readonly<{ network: string; address: string }>

/** As two columns hold it: both or neither. */
export function toWallet(network: string | null, address: string | null): Wallet | null {
  return network === null || address === null ? null : { network, address }
}
