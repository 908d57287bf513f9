import type { FastifyInstance } from 'fastify'
import { money } from '../../../kernel/money/money.ts'
import { asTenant } from '../../../kernel/postgres/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireBusiness } from '../../../records/businesses/business-store.ts'
import { readLook } from '../../../records/businesses/look-store.ts'
import { parsePayColour } from '../../../records/businesses/pay-colour.ts'
import { sendHtml } from '../../http/html.ts'
import { payPage } from '../../http/pay-page/pay-page.ts'
import { shownLook } from '../../http/pay-page/pay-page-look.ts'
import { payPageHeaders, payPagePolicy } from '../../http/pay-page/pay-page-routes.ts'
import { english } from '../../http/pay-page/pay-words.ts'
import type { ShownPage } from '../../http/pay-page/shown-page.ts'
import { ACCOUNT_PATH } from '../account/account-wire.ts'
import { businessOf } from '../account/team-routes.ts'
import type { PeopleDeps } from '../people-deps.ts'

const BUSINESS_PATH = `${ACCOUNT_PATH}/businesses/:business_id`

type OfBusiness = { business_id: string }

/** Adds what the dashboard shows of the look of a pay page: the logo, and a preview. */
export function addLookPages(app: FastifyInstance, deps: PeopleDeps): void {
  logoRoute(app, deps)
  previewRoute(app, deps)
}

/** Payers get the logo with their page. */
function logoRoute(app: FastifyInstance, { memberPool }: PeopleDeps): void {
  app.get<{ Params: OfBusiness }>(
    `${BUSINESS_PATH}/logo.png`,
    { config: { person: 'settings.read' } },
    async (request, reply) => {
      const businessId = businessOf(request, 'settings.read')
      const { logo } = await asTenant(memberPool, { businessId, mode: 'live' }, async (sql) =>
        readLook(sql, businessId),
      )
      if (logo === null) throw new Refusal('not_found', 'The business has no logo.')
      return reply.type('image/png').send(logo)
    },
  )
}

/** The real pay page with an example, in the colour of the address. Only our own pages may frame it. */
function previewRoute(app: FastifyInstance, { memberPool, clock }: PeopleDeps): void {
  app.get<{ Params: OfBusiness; Querystring: { colour?: string; scheme?: string } }>(
    `${BUSINESS_PATH}/pay-page`,
    { config: { person: 'settings.read' } },
    async (request, reply) => {
      const businessId = businessOf(request, 'settings.read')
      const { business, look } = await asTenant(memberPool, { businessId, mode: 'live' }, async (sql) => ({
        business: await requireBusiness(sql, request.params.business_id),
        look: await readLook(sql, businessId),
      }))
      const { colour, scheme } = request.query
      const chosen = colour === undefined || colour === '' ? null : parsePayColour(colour)
      const logoUrl = `${ACCOUNT_PATH}/businesses/${request.params.business_id}/logo.png`
      const own = shownLook({ ...look, colour: chosen }, logoUrl)
      // A preview shows one of the two, whatever the system prefers.
      const only = `:root { color-scheme: ${scheme === 'dark' ? 'dark' : 'light'} }`
      const shown = { ...sampleOf(business.name, clock.now()), look: own, preview: only } as const
      const policy = payPagePolicy(own, only).replace("frame-ancestors 'none'", "frame-ancestors 'self'")
      reply.headers({ ...payPageHeaders, 'content-security-policy': policy })
      return sendHtml(reply, payPage(shown, english))
    },
  )
}

const HALF_AN_HOUR_MS = 30 * 60_000

/** A page as a payer sees it, with an example in it. */
function sampleOf(businessName: string, now: Date): ShownPage {
  const amount = money('NGN', 25_000_07n)
  return {
    token: '',
    now,
    explorerUrl: null,
    page: {
      mode: 'live',
      businessName,
      description: 'Order 2291',
      returnUrl: null,
      status: 'pending_payment',
      amount,
      paid: { ...amount, minor: 0n },
      left: amount,
      code: '7KQ2MX',
      accountNumber: '0123456789',
      accountName: `${businessName} / Afara`,
      bankName: 'Example Bank',
      expiresAt: new Date(now.getTime() + HALF_AN_HOUR_MS),
      restUntil: null,
      network: null,
      hash: null,
      takesPayment: true,
      transactionId: '',
      numberUntil: new Date(now.getTime() + HALF_AN_HOUR_MS),
      seen: null,
    },
  }
}
