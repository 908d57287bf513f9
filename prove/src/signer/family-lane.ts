import type { NetworkName } from '@afara/server/kernel/networks.ts'

export type FamilyTerms = Readonly<{ lock: number; address: string; tokensMinor: bigint }>

/** A lane of a network, with bytes that another library than the signer's makes and reads. All bytes are `0x…`. */
export type FamilyLane = Readonly<{
  network: NetworkName
  address: string
  /** Its entry in the signer's policy, without the caps. */
  line: object
  /** Returns a wallet that was never paid before. */
  drawWallet(): string
  pay(terms: FamilyTerms): Promise<string>
  /** Returns bytes for the same payment again, in case the first signed bytes are no longer accepted. */
  bump(terms: FamilyTerms, signed: string): Promise<string>
  cancel(lock: number): Promise<string>
  /** Returns other bytes for the same terms. Each would do something else, which `what` describes. */
  wrong(terms: FamilyTerms): Promise<ReadonlyArray<Readonly<{ what: string; unsigned: string }>>>
  /** Returns the effect of bytes, signed or not. Ignores price and time, which do not change the recipient or the amount. */
  meaningOf(bytes: string): string
}>

export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

export function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
