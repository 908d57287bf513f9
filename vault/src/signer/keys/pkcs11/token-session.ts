import type { Cryptoki } from './cryptoki.ts'

/** One login at a token. Handles, and the keys that were found by them, are good within it and no longer. */
export type TokenSession = Readonly<{ cryptoki: Cryptoki; handle: Buffer; keys: Map<string, FoundKey> }>

export type FoundKey = Readonly<{ handle: Buffer; publicKey: Uint8Array }>
