import { getBase58Decoder } from '@solana/kit'

const SIGNATURE_BYTES = 64

/** The first signature of a wire transaction in base64, which is the name that the network knows it by. */
export function signatureIn(wireBase64: string): string {
  const bytes = Buffer.from(wireBase64, 'base64')
  return getBase58Decoder().decode(bytes.subarray(1, 1 + SIGNATURE_BYTES))
}
