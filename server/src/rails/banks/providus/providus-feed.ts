import {
  type BankFeed,
  FeedUnavailable,
  type HookHint,
  type Reread,
} from '../../../movements/feeds/bank-feed.ts'
import { readObject } from '../../vendor-json.ts'
import {
  type BankCaller,
  type CallSettings,
  createBankCaller,
  createRotatingSecret,
  type RotatingSecret,
} from '../bank-caller.ts'
import { gatherLines } from '../gather-lines.ts'
import { requireReadable, rereadOrUnavailable } from '../odd-answers.ts'
import {
  type ProvidusCredentials,
  providusHookReply,
  providusSignature,
  readProvidusHook,
} from './providus-hook.ts'
import { toProvidusLine } from './providus-lines.ts'

type ProvidusSettings = CallSettings & ProvidusCredentials

/** Providus' collection service. It sends notifications and verifies one transaction at a time. It has no list to poll. */
export function createProvidusFeed(settings: ProvidusSettings): BankFeed {
  const deps = {
    caller: createBankCaller(settings),
    secret: createRotatingSecret(settings.secrets),
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

type Deps = Readonly<{ caller: BankCaller; secret: RotatingSecret; clientId: string }>

/** Reads one transaction again by settlement id, which is unique. A session id sometimes belongs to two transactions. */
async function rereadProvidus(deps: Deps, { key }: HookHint, signal: AbortSignal): Promise<Reread> {
  return rereadOrUnavailable(async () => {
    const answer = await deps.secret.ask(async (secret) =>
      deps.caller.ask({
        path: `/PiPverifyTransaction_settlementid?settlement_id=${encodeURIComponent(key)}`,
        headers: {
          'client-id': deps.clientId,
          'x-auth-signature': providusSignature(deps.clientId, secret).toString('hex').toUpperCase(),
        },
        signal,
      }),
    )
    const data = requireReadable(() => readObject(answer.body, 'the response'))
    if (isNotFound(data)) return { kind: 'not_found' }
    if (answer.status !== 200) throw new FeedUnavailable(`the vendor answered ${answer.status}`)
    return { kind: 'found', ...gatherLines(data, key, (raw) => [toProvidusLine(data, key, raw)]) }
  })
}

/**
 * Whether the response means "not found". Providus says so in the remarks of an otherwise empty transaction. A payer may type the same
 * words, but a real transaction has a settlement id.
 */
function isNotFound(data: Readonly<Record<string, unknown>>): boolean {
  return data['settlementId'] === '' && /^transaction not found\b/i.test(String(data['tranRemarks']))
}
