import { FeedUnavailable, type HookHint, type Reread } from '../../../movements/feeds/bank-feed.ts'
import { readObject } from '../../vendor-json.ts'
import { askOrUnavailable } from '../ask-or-unavailable.ts'
import type { BankCaller } from '../bank-caller.ts'
import { gatherLines } from '../gather-lines.ts'
import { orUnavailable } from '../or-unavailable.ts'
import type { SecretInUse } from '../secret-in-use.ts'
import { toProvidusLine } from './providus-lines.ts'
import { providusSignature } from './providus-signature.ts'

type Deps = Readonly<{ caller: BankCaller; secret: SecretInUse; clientId: string }>

/** By settlement id, which is one transaction's; a session id is sometimes shown for two. */
export async function rereadProvidus(deps: Deps, { key }: HookHint, signal: AbortSignal): Promise<Reread> {
  return askOrUnavailable(async () => {
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
    const data = orUnavailable(() => readObject(answer.body, 'the answer'))
    if (isNothing(data)) return { kind: 'not_found' }
    if (answer.status !== 200) throw new FeedUnavailable(`it answered ${answer.status}`)
    return { kind: 'found', ...gatherLines(data, key, (raw) => [toProvidusLine(data, key, raw)]) }
  })
}

/** It says so in the remarks of a transaction that is otherwise empty; a payer who typed the words names a settlement. */
function isNothing(data: Readonly<Record<string, unknown>>): boolean {
  return data['settlementId'] === '' && /^transaction not found\b/i.test(String(data['tranRemarks']))
}
