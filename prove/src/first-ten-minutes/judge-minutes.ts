import type { SessionReport } from '@afara/stack/documentation/shell-session.ts'
import type { Outcome } from '../proof.ts'
import type { SignUpFigures } from './sign-up-in-browser.ts'

type Facts = Readonly<{
  report: SessionReport
  blocks: number
  seconds: number
  signUp: SignUpFigures
  apiUrl: string
  key: string
}>
type Transaction = Readonly<{ transaction_id: string; type: string; status: string }>
type Feed = Readonly<{ events: ReadonlyArray<Readonly<{ number: number; type: string }>> }>

const FEWEST_BLOCKS = 5
const LONGEST_SECONDS = 600
const LONGEST_SIGN_UP_SECONDS = 120
const MOST_CLICKS = 12
/** The outcome of an event in the output of `afara listen`: "… #4 buy.completed … → 200 in 16 ms". */
const FORWARDED = /#(\d+) .* → (\d{3}|[a-z ]+)/g

/** Judges by the API's answers about the two transactions and by the receiver's answer to each event of the feed. */
export async function judgeMinutes({
  report,
  blocks,
  seconds,
  signUp,
  apiUrl,
  key,
}: Facts): Promise<Outcome> {
  const ask = async <T>(path: string, asking = key): Promise<T> =>
    (await (await fetch(`${apiUrl}${path}`, { headers: { 'svc-sec-key': asking } })).json()) as T
  const bought = await ask<{ transactions: readonly Transaction[] }>('/transactions/v1', signUp.key)
  const { transactions } = await ask<{ transactions: readonly Transaction[] }>('/transactions/v1')
  const { events } = await ask<Feed>('/events/v1')
  const said = report.steps.map(({ output }) => output).join('\n')
  const forwarded = [...said.matchAll(FORWARDED)]
  // The receiver of the example answers 200 only to events that it has verified.
  const verified = new Set(forwarded.filter(([, , answer]) => answer === '200').map(([, number]) => number))
  const unheard = events.filter(({ number }) => !verified.has(String(number)))
  const shortfalls = [
    report.failure,
    blocks < FEWEST_BLOCKS &&
      `the guide has ${blocks} blocks to run, but should have at least ${FEWEST_BLOCKS}`,
    ...['Buy', 'Sell'].map(
      (type) =>
        !transactions.some((one) => one.type === type && one.status === 'completed') &&
        `no ${type.toLowerCase()} is completed`,
    ),
    events.length === 0 && 'the feed is empty',
    ...unheard.map(({ number, type }) => `event ${number}, ${type}, was not received and verified`),
    !/"status":"completed","settled":1/.test(said) && 'the receiver did not report the buy as completed',
    bought.transactions.map(({ type, status }) => `${type} ${status}`).join() !== 'Buy completed' &&
      'the business that signed up has no completed buy',
    signUp.seconds > LONGEST_SIGN_UP_SECONDS &&
      `from sign-up to a completed buy it took ${Math.round(signUp.seconds)} s, more than ${LONGEST_SIGN_UP_SECONDS} s`,
    signUp.clicks > MOST_CLICKS && `the sign-up needs ${signUp.clicks} clicks, more than ${MOST_CLICKS}`,
    seconds > LONGEST_SECONDS && `the guide took ${Math.round(seconds)} s, more than ${LONGEST_SECONDS} s`,
  ].filter((shortfall) => typeof shortfall === 'string')
  return {
    figures: {
      steps: Math.min(report.steps.length, blocks),
      webhooks: forwarded.length,
      verified: verified.size,
      seconds: seconds.toFixed(1),
      sign_up_to_completed_s: signUp.seconds.toFixed(1),
      clicks: signUp.clicks,
    },
    shortfalls,
  }
}
