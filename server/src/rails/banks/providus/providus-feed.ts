import type { BankFeed } from '../../../movements/feeds/bank-feed.ts'
import { createBankCaller } from '../bank-caller.ts'
import { createSecretInUse } from '../secret-in-use.ts'
import { readProvidusHook } from './providus-hook.ts'
import { providusHookReply } from './providus-reply.ts'
import { rereadProvidus } from './providus-reread.ts'
import type { ProvidusSettings } from './providus-settings.ts'

/** Providus' collection service: notifications and one transaction at a time. There is no list to poll. */
export function createProvidusFeed(settings: ProvidusSettings): BankFeed {
  const deps = {
    caller: createBankCaller(settings),
    secret: createSecretInUse(settings.secrets),
    clientId: settings.clientId,
  }
  return {
    vendor: 'providus',
    source: 'providus',
    readHook: (headers, body) => readProvidusHook(headers, body, settings),
    hookReply: (outcome, _, body) => providusHookReply(outcome, body),
    reread: async (hint, signal) => rereadProvidus(deps, hint, signal),
  }
}
