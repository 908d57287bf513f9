import { createKeyring } from '@afara/server/kernel/keyring.ts'

/** Encrypts the identities of invented people. */
export const testKeyring = createKeyring(new Map([[1, Buffer.alloc(32, 4)]]))
