import type { FastifyInstance } from 'fastify'
import type { Dispatcher } from '../hooks/dispatcher.ts'
import type { Hook } from '../hooks/hook.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { isVendor, type Vendor } from '../vendor.ts'
import { rotate } from '../vendor-settings.ts'
import { AdminRefusal } from './admin-refusal.ts'

const setting = {
  type: 'object',
  additionalProperties: false,
  properties: {
    url: { anyOf: [{ type: 'string', pattern: '^https?://' }, { type: 'null' }] },
    schedule: { type: 'string', enum: ['live', 'test'] },
    secret: { type: 'string', minLength: 1 },
  },
} as const

const delivery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    line: { type: 'string' },
    hook: { type: 'string' },
    vendor: { type: 'string' },
    reference: { type: 'string' },
  },
} as const

type NewSetting = { url?: string | null; schedule?: 'live' | 'test'; secret?: string }
type Wanted = { line?: string; hook?: string; vendor?: string; reference?: string }

/** Routes for the notifications: their URL, their secret, their outcome, and immediate delivery. */
export function hookRoutes(app: FastifyInstance, bank: SimulatedBank, dispatcher: Dispatcher): void {
  app.get('/admin/vendors', async () => ({ vendors: bank.settings() }))

  app.patch<{ Params: { vendor: string }; Body: NewSetting }>(
    '/admin/vendors/:vendor',
    { schema: { body: setting } },
    async ({ params, body }) => {
      const { url: before, ...rest } = bank.setting(readVendor(params.vendor))
      const { schedule = rest.schedule, url = before ?? null } = body
      const secrets = body.secret === undefined ? {} : { secret: body.secret, previousSecret: rest.secret }
      const changed = { ...rest, ...secrets, schedule, ...(url === null ? {} : { url }) }
      bank.commit({ is: 'vendor', setting: changed })
      dispatcher.pump()
      return changed
    },
  )

  app.post<{ Params: { vendor: string } }>('/admin/vendors/:vendor/rotate', async ({ params }) => {
    const changed = rotate(bank.setting(readVendor(params.vendor)))
    bank.commit({ is: 'vendor', setting: changed })
    return changed
  })

  app.get<{ Querystring: { line?: string; reference?: string } }>('/admin/hooks', async ({ query }) => {
    const reference = query.line === undefined ? query.reference : findReference(bank, query.line)
    const isWanted = (one: { reference: string }) => reference === undefined || one.reference === reference
    const hooks = reference === undefined ? bank.hooks.all() : bank.hooks.of(reference)
    return { hooks: hooks.map(show), deliveries: dispatcher.log().filter(isWanted) }
  })

  /** Sends once now: by line, by the reference of a payout, by id, or all undelivered notifications of one vendor or of all. */
  app.post<{ Body: Wanted }>('/admin/hooks/deliver', { schema: { body: delivery } }, async ({ body }) => {
    const deliveries = []
    for (const hook of choose(bank, body)) deliveries.push(...(await dispatcher.deliver(hook)))
    return { deliveries }
  })
}

function choose(bank: SimulatedBank, { line, hook, vendor, reference }: Wanted): readonly Hook[] {
  if (hook !== undefined) {
    const one = bank.hooks.get(hook)
    if (one === undefined) throw new AdminRefusal(404, `no hook has the id ${hook}`)
    return [one]
  }
  if (line !== undefined) return bank.hooks.of(findReference(bank, line))
  if (reference !== undefined) return bank.hooks.of(reference)
  const of = vendor === undefined ? undefined : readVendor(vendor)
  return bank.hooks
    .all()
    .filter(
      (one) => (of === undefined || one.vendor === of) && !['delivered', 'rejected'].includes(one.state),
    )
}

function findReference({ ledger }: SimulatedBank, id: string): string {
  const line = ledger.line(id)
  if (line === undefined) throw new AdminRefusal(404, `no line has the id ${id}`)
  return line.reference
}

function readVendor(text: string): Vendor {
  if (!isVendor(text)) throw new AdminRefusal(404, `no vendor is called ${text}`)
  return text
}

function show({ replay, dueAt, ...hook }: Hook): object {
  return { ...hook, due_at: new Date(dueAt).toISOString(), is_replay: replay !== undefined }
}
