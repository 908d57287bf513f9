import type { FastifyInstance } from 'fastify'
import { type VerifiedPaper, verifyPaper } from '../../../flows/papers/verify-paper.ts'
import { isPayToken } from '../../../records/pay-links/pay-link-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { createFailureLimiter } from '../failure-limiter.ts'
import { type Html, html, sendHtml } from '../html.ts'
import { noticePage, plainPage } from '../pay-page/pay-page-frame.ts'
import { isTurnedAway, payPageHeaders } from '../pay-page/pay-page-routes.ts'
import { wholeTime } from '../pay-page/pay-times.ts'
import { english, fill } from '../pay-page/pay-words.ts'

// Per ten seconds and network address. A token cannot be guessed; this keeps those who try from the database.
const MOST_UNKNOWN = 30

/** Serves the page on which anyone verifies a receipt or a letter with the token in its code. */
export function verifyRoutes(app: FastifyInstance, deps: AppDeps): void {
  const unknown = createFailureLimiter({ clock: deps.clock, most: MOST_UNKNOWN })
  app.get<{ Params: { token: string } }>('/verify/:token', {
    config: { access: 'public' },
    handler: async (request, reply) => {
      reply.headers(payPageHeaders)
      const { token } = request.params
      if (unknown.isTooMany(request.ip)) {
        reply.code(429).header('retry-after', unknown.secondsLeft())
        return sendHtml(reply, noticePage(english, english.tooMany))
      }
      const paper = isPayToken(token)
        ? await verifyPaper({ ...deps, pool: deps.visitorPool }, token)
        : undefined
      if (paper !== undefined) return sendHtml(reply, verifiedPage(paper))
      unknown.count(request.ip)
      return sendHtml(reply.code(404), noticePage(english, english.unknownPaper))
    },
    errorHandler: (error, request, reply) => {
      reply.headers(payPageHeaders)
      if (isTurnedAway(error)) {
        void sendHtml(reply.code(429), noticePage(english, english.tooMany))
        return
      }
      request.log.error({ request_id: request.id, err: error }, 'a paper could not be verified')
      void sendHtml(reply.code(503), noticePage(english, english.failed))
    },
  })
}

/** Builds the page from what our books say now. */
export function verifiedPage({ kind, number, issuedAt, isTest, now }: VerifiedPaper): Html {
  const { verify } = english
  const title = fill(kind === 'receipt' ? verify.title : verify.letterTitle, { number })
  if (now === undefined) return noticePage(english, { title: verify.changedTitle, text: verify.changed })
  const facts: ReadonlyArray<readonly [string, string]> = [
    [verify.number, number],
    [verify.issued, wholeTime(issuedAt)],
    ...(kind === 'receipt'
      ? [[now.badge === 'Refunded' ? verify.refunded : verify.completed, wholeTime(now.changedAt)] as const]
      : []),
    ...now.parties.map(({ title: name, name: who, lines }) => [name, [who, ...lines].join(', ')] as const),
    ...(now.sessionId === null ? [] : [[verify.session, now.sessionId] as const]),
  ]
  const tick = html`<span class="tick"><svg width="22" height="22" viewBox="0 0 22 22" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5.5 11.5 3.75 3.75 7.25-8"/></svg></span>`
  return plainPage(
    english,
    title,
    html`<section class="card verified"><div class="status good"><span class="dot"></span><p>${kind === 'receipt' ? verify.real : verify.realLetter}</p></div>
${isTest && html`<p class="advice">${verify.test}</p>`}
<div class="big ticked">${tick}<div><h1>${now.amount}</h1><p>${[now.label, now.badge.replace(' ✓', '')].filter((part) => part !== '').join(' · ')}</p></div></div>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="note"><span>${kind === 'receipt' ? verify.compare : verify.letter}</span></p></section>`,
  )
}
