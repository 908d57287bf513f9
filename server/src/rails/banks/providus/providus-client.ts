import type { VendorAnswer } from '../../ask-vendor.ts'
import { type CallSettings, createBankCaller, createRotatingSecret } from '../bank-caller.ts'
import { type ProvidusCredentials, providusSignature } from './providus-hook.ts'

export type ProvidusSettings = CallSettings &
  ProvidusCredentials &
  Readonly<{
    /** Our account on which payments to numbers for one payment arrive. */
    pool?: string | undefined
  }>

export type ProvidusClient = Readonly<{
  /** Sends a GET, or a POST if there is a body, with the signature. */
  ask(path: string, options: Readonly<{ signal: AbortSignal; body?: string }>): Promise<VendorAnswer>
}>

export function createProvidusClient(settings: ProvidusSettings): ProvidusClient {
  const caller = createBankCaller(settings)
  const secrets = createRotatingSecret(settings.secrets)
  const { clientId } = settings
  return {
    ask: async (path, { signal, body }) =>
      secrets.ask(async (secret) =>
        caller.ask({
          path,
          signal,
          headers: {
            'client-id': clientId,
            'x-auth-signature': providusSignature(clientId, secret).toString('hex').toUpperCase(),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { method: 'POST' as const, body }),
        }),
      ),
  }
}
