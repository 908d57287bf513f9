import { createRequire } from 'node:module'

type NativeSecp256k1 = Readonly<{
  publicKeyCreate(secret: Uint8Array, compressed: boolean): Uint8Array
  /** Throws if the bytes are no point of the curve. */
  publicKeyConvert(publicKey: Uint8Array, compressed: boolean): Uint8Array
  /** Signs as RFC 6979 says, with s in the lower half. */
  ecdsaSign(digest: Uint8Array, secret: Uint8Array): Readonly<{ signature: Uint8Array; recid: number }>
  /** Returns the public key that made a signature. Throws if there is none. */
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}>

/**
 * The C library of Bitcoin Core, which verifies a signature in a tenth of the time that JavaScript needs. The package's main file would
 * silently use a slow and unmaintained library if the native one is missing; this file throws instead, so the signer does not start.
 */
export const nativeSecp256k1: NativeSecp256k1 = load()

function load(): NativeSecp256k1 {
  try {
    const require = createRequire(import.meta.url)
    return require('secp256k1/bindings.js') as NativeSecp256k1
  } catch (cause) {
    const platform = `${process.platform}-${process.arch}`
    throw new Error(
      `the native secp256k1 library does not load on ${platform}: run \`npm rebuild secp256k1\`, which needs a C++ compiler and Python`,
      { cause },
    )
  }
}
