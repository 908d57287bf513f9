import { ed25519 } from '@noble/curves/ed25519.js'

/** Whether 32 bytes are a point of the curve, in the loose spelling that the network itself reads: then a key may be behind them. */
export function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true)
    return true
  } catch {
    return false
  }
}
