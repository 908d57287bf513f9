import type { CallSettings } from '../bank-caller.ts'
import type { Secrets } from '../secret-in-use.ts'

export type ProvidusSettings = CallSettings &
  Readonly<{
    clientId: string
    /** With the client id it makes the signature, which is the same for every message in both directions. */
    secrets: Secrets
  }>
