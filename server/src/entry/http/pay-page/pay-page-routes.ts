import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PayPage, readPayPage } from '../../../records/pay-links/pay-page-store.ts'
import { isPayToken } from '../../../records/pay-links/pay-token.ts'
import type { AppDeps } from '../app-deps.ts'
import { pageQr } from './page-qr.ts'
import { markOf, payPage, pollSecondsOf, secondsLeftOf } from './pay-page.ts'
import { noticePage } from './pay-page-frame.ts'
import { payPageHeaders } from './pay-page-policy.ts'
import { payStateOf } from './pay-state.ts'
import { createPayVisitors } from './pay-visitors.ts'
import { english, type PayWords } from './pay-words.ts'

type Asked = { Params: { token: string } }
type Notice = 'unknown' | 'failed' | 'tooMany'

const statuses: Readonly<Record<Notice, number>> = { unknown: 404, failed: 503, tooMany: 429 }
const RETRY_SECONDS = 10

/** The page of a payer, how far it has got, and its address to be scanned. Whoever has the token may see all three. */
export function payPageRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { pool, clock, explorers, docs } = deps
  const words: PayWords = english
  const visitors = createPayVisitors({ clock })

  const sendNotice = (reply: FastifyReply, notice: Notice) => {
    if (notice !== 'unknown') {
      reply.header('retry-after', notice === 'tooMany' ? visitors.secondsLeft() : RETRY_SECONDS)
    }
    return reply
      .code(statuses[notice])
      .type('text/html; charset=utf-8')
      .send(noticePage(words, words[notice]))
  }

  /** Answers for the page of a token, or says in words why there is none. */
  const route = (
    path: string,
    answer: (page: PayPage, token: string, reply: FastifyReply) => FastifyReply,
  ): void => {
    app.get<Asked>(`/pay/:token${path}`, {
      config: { access: 'public' },
      handler: async (request, reply) => {
        reply.headers(payPageHeaders)
        const { token } = request.params
        if (!visitors.admit(request.ip)) return sendNotice(reply, 'tooMany')
        const page = isPayToken(token) ? await readPayPage(pool, token) : undefined
        if (page !== undefined) return answer(page, token, reply)
        visitors.countUnknown(request.ip)
        return sendNotice(reply, 'unknown')
      },
      errorHandler: (error, request: FastifyRequest, reply) => {
        request.log.error({ request_id: request.id, err: error }, 'a pay page could not be shown')
        void sendNotice(reply, 'failed')
      },
    })
  }

  route('', (page, token, reply) => {
    const { mode, network, hash } = page
    const explorerUrl =
      network === null || hash === null ? null : explorers.ofTransaction(mode, network, hash)
    const html = payPage({ page, token, now: clock.now(), explorerUrl }, words)
    return reply.type('text/html; charset=utf-8').send(html)
  })

  route('/status', (page, _token, reply) => {
    const now = clock.now()
    const state = payStateOf(page, now)
    return reply.send({
      state,
      mark: markOf(page, state),
      seconds_left: secondsLeftOf(page, state, now),
      poll_seconds: pollSecondsOf(state),
    })
  })

  route('/qr.svg', (_page, token, reply) =>
    reply.type('image/svg+xml').send(pageQr(`${docs.baseUrl}/pay/${token}`)),
  )
}
