import type { SessionReport } from '@afara/stack/documentation/shell-session.ts'
import type { Outcome } from '../proof.ts'

type Facts = Readonly<{
  report: SessionReport
  blocks: number
  seconds: number
  apiUrl: string
  key: string
}>
type Transaction = Readonly<{ transaction_id: string; type: string; status: string }>
type Feed = Readonly<{ events: ReadonlyArray<Readonly<{ number: number; type: string }>> }>

const FEWEST_BLOCKS = 5
const LONGEST_SECONDS = 600
/** The outcome of an event in the output of `afara listen`: "… #4 buy.completed … → 200 in 16 ms". */
const FORWARDED = /#(\d+) .* → (\d{3}|[a-z ]+)/g

/** Judges by the API's answers about the two transactions and by the receiver's answer to each event of the feed. */
export async function judgeMinutes({ report, blocks, seconds, apiUrl, key }: Facts): Promise<Outcome> {
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${apiUrl}${path}`, { headers: { 'svc-sec-key': key } })).json()) as T
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
    seconds > LONGEST_SECONDS && `the guide took ${Math.round(seconds)} s, more than ${LONGEST_SECONDS} s`,
  ].filter((shortfall) => typeof shortfall === 'string')
  return {
    figures: {
      steps: Math.min(report.steps.length, blocks),
      webhooks: forwarded.length,
      verified: verified.size,
      seconds: seconds.toFixed(1),
    },
    shortfalls,
  }
}
