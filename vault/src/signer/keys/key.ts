export type Curve = 'secp256k1' | 'ed25519'

export type RawSignature = Readonly<{ r: bigint; s: bigint }>

/**
 * What signs. It knows nothing of what it signs, so that a hardware module or a cloud's key service can stand here. The same
 * digest may be signed differently each time, and s may be in either half: see verified-key.ts.
 */
export type Secp256k1Key = Readonly<{
  curve: 'secp256k1'
  /** Uncompressed, 65 bytes. */
  publicKey: Uint8Array
  sign(digest: Uint8Array): Promise<RawSignature>
}>

/** The same of the other curve: it signs the whole message, and hashes that itself. */
export type Ed25519Key = Readonly<{
  curve: 'ed25519'
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}>

export type Key = Secp256k1Key | Ed25519Key
