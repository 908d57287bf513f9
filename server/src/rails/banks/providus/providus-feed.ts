import {
  type BankFeed,
  FeedUnavailable,
  type HookHint,
  type Reread,
} from '../../../movements/feeds/bank-feed.ts'
import { readObject } from '../../vendor-json.ts'
import { gatherLines } from '../gather-lines.ts'
import { requireReadable, rereadOrUnavailable } from '../odd-answers.ts'
import { createProvidusClient, type ProvidusClient, type ProvidusSettings } from './providus-client.ts'
import { providusHookReply, readProvidusHook } from './providus-hook.ts'
import { toProvidusLine } from './providus-lines.ts'

/** Providus' collection service. It sends notifications and verifies one transaction at a time. It has no list to poll. */
export function createProvidusFeed(settings: ProvidusSettings): BankFeed {
  const deps = { client: createProvidusClient(settings), pool: settings.pool }
  return {
    vendor: 'providus',
    source: 'providus',
    readHook: (headers, body) => readProvidusHook(headers, body, settings),
    hookReply: (outcome, _, body) => providusHookReply(outcome, body),
    reread: async (hint, signal) => rereadProvidus(deps, hint, signal),
  }
}

type Deps = Readonly<{ client: ProvidusClient; pool: string | undefined }>

/** Reads one transaction again by settlement id, which is unique. A session id sometimes belongs to two transactions. */
async function rereadProvidus(deps: Deps, { key }: HookHint, signal: AbortSignal): Promise<Reread> {
  return rereadOrUnavailable(async () => {
    const answer = await deps.client.ask(
      `/PiPverifyTransaction_settlementid?settlement_id=${encodeURIComponent(key)}`,
      { signal },
    )
    const data = requireReadable(() => readObject(answer.body, 'the response'))
    if (isNotFound(data)) return { kind: 'not_found' }
    if (answer.status !== 200) throw new FeedUnavailable(`the vendor answered ${answer.status}`)
    return {
      kind: 'found',
      ...gatherLines(data, key, (raw) => [toProvidusLine(data, key, { raw, pool: deps.pool })]),
    }
  })
}

/**
 * Whether the response means "not found". Providus says so in the remarks of an otherwise empty transaction. A payer may type the same
 * words, but a real transaction has a settlement id.
 */
function isNotFound(data: Readonly<Record<string, unknown>>): boolean {
  return data['settlementId'] === '' && /^transaction not found\b/i.test(String(data['tranRemarks']))
}
