import type { Mode } from '@afara/server/kernel/mode.ts'
import type { Outcome } from '../proof.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { isOpen, type Party, standings } from './businesses.ts'
import type { Route } from './routes.ts'

const FEWEST_ROUTES = 40
/** Refusals of an open business: the route is not for this mode or needs its own approval, or no dashboard token may use it. */
const ELSEWHERE = new Set(['sandbox_only', 'sandbox_unavailable', 'test_mode_only', 'customer_numbers_off'])
const NO_TOKEN_MAY = new Set(['scope_missing', 'test_mode_only'])

/** A request and its answer. */
export type Tried = Readonly<{
  standing: Party['standing']
  mode: Mode
  credential: 'key' | 'token'
  route: string
  status: number
  code: string
  text: string
}>

/** What happened when two operators approved files that do not wait. */
export type Forgeries = Readonly<{ attempts: number; done: readonly string[]; odd: readonly string[] }>

const isRefused = ({ status }: Tried) => status === 401 || status === 403
const isBuy = ({ route, mode, status }: Tried) =>
  route === 'POST /transactions/v1/onramp' && mode === 'live' && status < 300
const words = ({ standing, credential, mode, route, status, code }: Tried) =>
  `a business ${standing}, with its ${mode} ${credential}: ${route} answered ${status} ${code}`

export function judge(
  routes: readonly Route[],
  tried: readonly Tried[],
  forgeries: Forgeries,
  liveRows: number,
): Outcome {
  const closed = tried.filter(({ standing, mode }) => !isOpen(standing, mode))
  const open = tried.filter(({ standing, mode }) => isOpen(standing, mode))
  const overLimit = tried.filter((one) => one.standing === 'downgraded' && isBuy(one))
  const wrong = [
    ...closed.filter((one) => !isRefused(one)).map(words),
    ...overLimit
      .filter(({ text }) => !text.includes('daily_limit'))
      .map((one) => `${words(one)} above its limit`),
    ...forgeries.done,
  ]
  const refusedWrongly = open.filter(
    (one) =>
      isRefused(one) &&
      !ELSEWHERE.has(one.code) &&
      !(one.credential === 'token' && NO_TOKEN_MAY.has(one.code)),
  )
  const broken = tried.filter(({ status }) => status >= 500 && status !== 503)
  const buys = tried.filter((one) => one.standing === 'approved' && isBuy(one))
  return {
    figures: {
      routes: routes.length,
      businesses: standings.length,
      combinations: new Set(tried.map((one) => [one.standing, one.mode, one.credential, one.route].join()))
        .size,
      requests: tried.length,
      refused_by: tally(closed.map(({ code }) => code)),
      forged_approvals: forgeries.attempts,
      live_buys_of_approved: buys.length,
      held_by_lower_limit: overLimit.length,
      live_rows_of_closed: liveRows,
      refused_wrongly: refusedWrongly.length,
      allowed_wrongly: wrong.length,
    },
    shortfalls: [
      ...some(wrong),
      ...some(refusedWrongly.map((one) => `refused although open: ${words(one)}`)),
      ...some(broken.map(words)),
      ...unless(liveRows === 0, `closed businesses left ${liveRows} rows in live mode`),
      ...unless(routes.length >= FEWEST_ROUTES, `the document has only ${routes.length} routes`),
      ...unless(
        buys.length > 0 && overLimit.length > 0,
        'no live buy was accepted, so a refusal proves nothing',
      ),
      ...some(forgeries.odd.map((said) => `an approval failed for another reason: ${said}`)),
      ...unless(forgeries.attempts > 0, 'nobody tried to approve without a file'),
    ],
  }
}
