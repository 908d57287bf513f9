export type RawSignature = Readonly<{ r: bigint; s: bigint }>

/**
 * What signs. It knows nothing of what it signs, so that a hardware module or a cloud's key service can stand here. The same
 * digest may be signed differently each time, and s may be in either half: see verified-key.ts.
 */
export type Key = Readonly<{
  /** Uncompressed, 65 bytes. */
  publicKey: Uint8Array
  sign(digest: Uint8Array): Promise<RawSignature>
}>
