import { getBase58Decoder } from '@solana/kit'

const SIGNATURE_BYTES = 64

/** Returns the first signature of a base64 wire transaction, by which the network identifies it. */
export function signatureIn(wireBase64: string): string {
  const bytes = Buffer.from(wireBase64, 'base64')
  return getBase58Decoder().decode(bytes.subarray(1, 1 + SIGNATURE_BYTES))
}
