import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keyScopes } from '@afara/server/records/keys/key-rights.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { kindOf, type ReceiverKind } from './receiver-kind.ts'

export type Subscriber = Readonly<{
  businessId: string
  linkTag: string
  key: string
  endpoints: ReadonlyArray<Readonly<{ kind: ReceiverKind; place: string }>>
}>

const ENDPOINTS_EACH = 20
const why = { actor: seedOperators[0].email, reason: 'a proof that webhooks arrive' }
const cell = { cell: 'dev', peppers: new Map([[1, Buffer.from('0f'.repeat(32), 'hex')]]) }

/** Opens businesses with the maximum number of endpoints. Calls `onSecret` with the secret that each endpoint is shown once. */
export async function openSubscribers(
  { apiUrl, owner, receiversUrl }: Readonly<{ apiUrl: string; owner: Pool; receiversUrl: string }>,
  endpoints: number,
  onSecret: (place: string, secret: string) => void,
): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = []
  for (let opened = 0; opened < endpoints; opened += ENDPOINTS_EACH) {
    const linkTag = `subscriber-${subscribers.length}`
    const { id } = await createBusiness(owner, { name: `Business ${linkTag}`, linkTag, ...why })
    const wanted = {
      business: linkTag,
      mode: 'test',
      scopes: keyScopes,
      requestsPerWindow: 10_000_000,
    } as const
    const { secret: key } = await issueKey({ pool: owner, ...cell }, { ...wanted, ...why })
    const own = Array.from({ length: Math.min(ENDPOINTS_EACH, endpoints - opened) }, (_, at) => {
      const kind = kindOf(opened + at)
      return { kind, place: `/${kind}/${opened + at}` }
    })
    for (const { place } of own) onSecret(place, await openEndpoint(apiUrl, key, `${receiversUrl}${place}`))
    subscribers.push({ businessId: formatId('business', id), linkTag, key, endpoints: own })
  }
  return subscribers
}

async function openEndpoint(apiUrl: string, key: string, url: string): Promise<string> {
  const response = await fetch(`${apiUrl}/webhooks/v1/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'svc-sec-key': key },
    body: JSON.stringify({ url }),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`the endpoint ${url} was not created: ${response.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { secret: string }).secret
}
