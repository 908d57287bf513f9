import { readObject } from '../../vendor-json.ts'
import { createBankCaller } from '../bank-caller.ts'
import { orUnavailable } from '../or-unavailable.ts'
import { createSecretInUse } from '../secret-in-use.ts'
import type { PaystackSettings } from './paystack-settings.ts'

type Answer = Readonly<{ status: number; envelope: Readonly<Record<string, unknown>> }>

export type PaystackClient = Readonly<{
  /** A GET with the key. The envelope may hold a refusal. */
  get(path: string, options: { signal: AbortSignal; mostBytes?: number }): Promise<Answer>
}>

export function createPaystackClient(settings: PaystackSettings): PaystackClient {
  const caller = createBankCaller(settings)
  const secret = createSecretInUse(settings.secrets)
  return {
    get: async (path, options) => {
      const answer = await secret.ask(async (key) =>
        caller.ask({ path, ...options, headers: { authorization: `Bearer ${key}` } }),
      )
      return { status: answer.status, envelope: orUnavailable(() => readObject(answer.body, 'the answer')) }
    },
  }
}
