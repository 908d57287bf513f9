import type { NetworkName } from '@afara/server/kernel/networks.ts'

export type FamilyTerms = Readonly<{ lock: number; address: string; tokensMinor: bigint }>

/** A lane of a network, and its bytes as another library than the signer's makes and reads them. All bytes are `0x…`. */
export type FamilyLane = Readonly<{
  network: NetworkName
  address: string
  /** Its line in the signer's policy, without the caps. */
  line: object
  /** Somebody's, whom nobody has paid before. */
  drawWallet(): string
  pay(terms: FamilyTerms): Promise<string>
  /** The same payment once more, when the first bytes (given signed) may not be taken any more. */
  bump(terms: FamilyTerms, signed: string): Promise<string>
  cancel(lock: number): Promise<string>
  /** Other bytes for what is due, each of which would do something else, with what. */
  wrong(terms: FamilyTerms): Promise<ReadonlyArray<Readonly<{ what: string; unsigned: string }>>>
  /** What bytes would do, signed or not; price and time apart, which change nothing about who gets what. */
  meaningOf(bytes: string): string
}>

export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

export function fromHex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}
