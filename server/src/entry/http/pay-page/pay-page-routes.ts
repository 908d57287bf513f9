import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { issuePaper } from '../../../flows/papers/issue-paper.ts'
import { readPaperFacts } from '../../../flows/papers/read-paper-facts.ts'
import { writeReceipt } from '../../../flows/papers/receipt.ts'
import type { Clock } from '../../../kernel/clock/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readLookOfPage } from '../../../records/businesses/look-store.ts'
import { isPayToken } from '../../../records/pay-links/pay-link-store.ts'
import {
  type PayPage,
  type PayProgress,
  readPayPage,
  readPayProgress,
} from '../../../records/pay-links/pay-page-store.ts'
import { readReturnAccount } from '../../../records/pay-links/return-account-store.ts'
import type { AppDeps } from '../app-deps.ts'
import { createFailureLimiter } from '../failure-limiter.ts'
import { sendHtml } from '../html.ts'
import { handOut, sendPaper } from '../papers/paper-routes.ts'
import { qrSvg } from '../qr.ts'
import { COMMON } from '../security-headers.ts'
import { createBankPaces } from './bank-paces.ts'
import { isLinkPreview } from './link-preview.ts'
import { markOf, payPage, pollSecondsOf } from './pay-page.ts'
import { noticePage } from './pay-page-frame.ts'
import { type ShownLook, shownLook } from './pay-page-look.ts'
import { payPageScript } from './pay-page-script.ts'
import { payPageStyle } from './pay-page-style.ts'
import { addressOfSent, lookedText, readSent } from './pay-sent.ts'
import { isPayable, payStateOf, secondsLeftOf } from './pay-state.ts'
import { english, type PayWords } from './pay-words.ts'
import { previewPage } from './preview-page.ts'
import { readReturnAnswer, returnAccountRoute } from './return-account.ts'
import type { SentPanel } from './shown-page.ts'

const digest = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

// The form that says which bank the payer used is sent to the page itself.
const PAGE = COMMON.replace("form-action 'none'", "form-action 'self'")

/** Allows our style, one of the business and one script by their hashes, and requests, images and fonts only from this service. */
export function payPagePolicy(look?: ShownLook, ...more: readonly string[]): string {
  const own = look === undefined ? [] : [look.style]
  const styles = [payPageStyle, ...own, ...more].map(digest).join(' ')
  return `${PAGE}; style-src ${styles}; script-src ${digest(payPageScript)}; connect-src 'self'; font-src 'self'; img-src 'self' data:`
}

/** Anyone who has the address can open the page, so the address must not leak and no cache may keep the page. */
export const payPageHeaders = {
  'content-security-policy': payPagePolicy(),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

type Asked = { Params: { token: string }; Querystring: Readonly<Record<string, unknown>> }
type AskedPage = FastifyRequest<Asked>
type Notice = 'unknown' | 'failed' | 'tooMany'

const statuses: Readonly<Record<Notice, number>> = { unknown: 404, failed: 503, tooMany: 429 }
const RETRY_SECONDS = 10

/** Limits how often one network address may request pages. Each process counts on its own. */
type PayVisitors = Readonly<{
  /**
   * Counts the request. Returns false if there were too many. While very many tokens are guessed, from whatever addresses, only pages that
   * were shown before are admitted.
   */
  admit(address: string, token: string): boolean
  noteKnown(token: string): void
  /** Counts a request for an unknown page: a typing error, or a guess. */
  countUnknown(address: string): void
  secondsLeft(): number
}>

// Per ten seconds. Many payers share one address of a mobile network, each with a page that polls every three seconds.
const MOST_VISITS = 600
const MOST_UNKNOWN_VISITS = 30
/** Of all addresses together. */
const MOST_GUESSES = 1_000
const MOST_KNOWN_TOKENS = 20_000

/** Serves a payer's page, its status, the logo of the business, and the page's address as a QR code, to a visitor with the token. */
export function payPageRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { pool, visitorPool, clock, explorers, docs, numbers } = deps
  const words: PayWords = english
  const visitors = createPayVisitors({ clock })
  const paces = createBankPaces({ pool, clock })

  const sendNotice = (reply: FastifyReply, notice: Notice) => {
    if (notice !== 'unknown') {
      reply.header('retry-after', notice === 'tooMany' ? visitors.secondsLeft() : RETRY_SECONDS)
    }
    return sendHtml(reply.code(statuses[notice]), noticePage(words, words[notice]))
  }

  /** Answers with the page of a token, or with a notice that says why there is none. */
  const route = (
    path: string,
    answer: (page: PayPage, request: AskedPage, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
  ): void => {
    app.get<Asked>(`/pay/:token${path}`, {
      config: { access: 'public', limitsItself: true },
      handler: async (request, reply) => {
        reply.headers(payPageHeaders)
        const { token } = request.params
        if (!visitors.admit(request.ip, token)) return sendNotice(reply, 'tooMany')
        const page = isPayToken(token) ? await readPayPage(visitorPool, token) : undefined
        if (page !== undefined) {
          visitors.noteKnown(token)
          return answer(page, request, reply)
        }
        visitors.countUnknown(request.ip)
        return sendNotice(reply, 'unknown')
      },
      errorHandler: (error, request: FastifyRequest, reply) => {
        reply.headers(payPageHeaders)
        if (isTurnedAway(error)) {
          void sendNotice(reply, 'tooMany')
          return
        }
        request.log.error({ request_id: request.id, err: error }, 'pay page could not be shown')
        void sendNotice(reply, 'failed')
      },
    })
  }

  /** Obtains a number of its own for a page that asks for a payment. Without one, the page shows the shared account. */
  const withNumber = async (page: PayPage, request: AskedPage): Promise<PayPage> => {
    if (page.numberUntil !== null || payStateOf(page, clock.now()) !== 'waiting') return page
    // The vendor may take seconds, and other pages do not wait for it.
    deps.gate.pageTurns.end(request)
    await numbers.obtain(page.mode, page.transactionId)
    return (await readPayPage(pool, request.params.token)) ?? page
  }

  /** The receipt of a delivered payment has its number from the first time that it is shown. */
  const receiptOf = async ({ mode, transactionId }: PayPage, { businessId }: PayProgress, now: Date) => {
    const { number, token } = await issuePaper(pool, { businessId, mode }, transactionId, 'receipt', now)
    return { number, verifyUrl: `${docs.baseUrl}/verify/${token}` }
  }

  /** Reads what a payer says who has sent the money, and how long their bank usually takes. */
  const sentOf = async ({ mode }: PayPage, query: Asked['Querystring']): Promise<SentPanel | undefined> => {
    const sent = readSent(query, clock.now())
    if (sent === undefined) return undefined
    return { ...sent, pace: sent.bankCode === undefined ? undefined : await paces.of(mode, sent.bankCode) }
  }

  /** Before a payment nothing goes back. */
  const returnOf = async (page: PayPage, token: string, query: Asked['Querystring']) => {
    if (page.status === 'pending_payment') return undefined
    const account = await readReturnAccount(pool, token)
    return account && { account, answer: readReturnAnswer(query) }
  }

  returnAccountRoute(app, deps, {
    headers: payPageHeaders,
    refuse: (request, reply) =>
      visitors.admit(request.ip, request.params.token) ? undefined : sendNotice(reply, 'tooMany'),
    unknown: (request, reply) => {
      visitors.countUnknown(request.ip)
      return sendNotice(reply, 'unknown')
    },
  })

  route('', async (found, request, reply) => {
    const { token } = request.params
    const look = shownLook(await readLookOfPage(pool, token), `/pay/${token}/logo.png`)
    reply.header('content-security-policy', payPagePolicy(look))
    if (isLinkPreview(request)) return sendHtml(reply, previewPage(found, token, look, words))
    const sentNow = addressOfSent(token, request.query, clock.now())
    if (sentNow !== null) return reply.redirect(sentNow, 303)
    const page = await withNumber(found, request)
    const { mode, network, hash } = page
    const explorerUrl =
      network === null || hash === null ? null : explorers.ofTransaction(mode, network, hash)
    const [progress, sent] = [await readPayProgress(pool, token), await sentOf(page, request.query)]
    const now = clock.now()
    const returnTo = await returnOf(page, token, request.query)
    const receipt =
      progress && payStateOf(page, now) === 'delivered' ? await receiptOf(page, progress, now) : undefined
    return sendHtml(
      reply,
      payPage({ page, token, now, explorerUrl, progress, sent, receipt, returnTo, look }, words),
    )
  })

  route('/receipt.pdf', async (page, { params }, reply) => {
    const progress = await readPayProgress(pool, params.token)
    if (progress === undefined || payStateOf(page, clock.now()) !== 'delivered')
      return sendNotice(reply, 'unknown')
    const tenant = { businessId: progress.businessId, mode: page.mode }
    const facts = await readPaperFacts(pool, tenant, page.transactionId)
    const receipt = writeReceipt(facts, explorers, deps.issuer, 'payer')
    const paper = await handOut(deps, tenant, page.transactionId, 'receipt', receipt)
    return sendPaper(reply, paper, paper.issued?.number ?? 'receipt')
  })

  route('/status', async (page, { params, query }, reply) => {
    const now = clock.now()
    const state = payStateOf(page, now)
    const isSent = query['sent'] !== undefined && isPayable(state)
    const lookedAt = isSent ? ((await readPayProgress(pool, params.token))?.lookedAt ?? null) : null
    return reply.send({
      state,
      mark: markOf(page, state),
      seconds_left: secondsLeftOf(page, state, now),
      poll_seconds: pollSecondsOf(state),
      ...(isSent && { looked: lookedText(lookedAt, now, words) }),
    })
  })

  route('/logo.png', async (_page, { params }, reply) => {
    const { logo } = await readLookOfPage(pool, params.token)
    return logo === null ? sendNotice(reply, 'unknown') : reply.type('image/png').send(logo)
  })

  route('/qr.svg', (_page, { params }, reply) =>
    reply.type('image/svg+xml').send(qrSvg(`${docs.baseUrl}/pay/${params.token}`)),
  )
}

/** Too many pages were asked for, so this one was refused before it was made. That is no failure of ours. */
export function isTurnedAway(error: Error): boolean {
  return error instanceof Refusal && error.code === 'rate_limited'
}

function createPayVisitors({ clock }: { clock: Clock }): PayVisitors {
  const all = createFailureLimiter({ clock, most: MOST_VISITS })
  const unknown = createFailureLimiter({ clock, most: MOST_UNKNOWN_VISITS })
  const known = new Set<string>()
  return {
    admit: (address, token) => {
      if (all.isTooMany(address) || unknown.isTooMany(address)) return false
      if (unknown.total() >= MOST_GUESSES && !known.has(token)) return false
      all.count(address)
      return true
    },
    noteKnown: (token) => {
      if (known.size >= MOST_KNOWN_TOKENS) known.clear()
      known.add(token)
    },
    countUnknown: unknown.count,
    secondsLeft: all.secondsLeft,
  }
}
