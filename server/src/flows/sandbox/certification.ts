import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import {
  listRuns,
  type RunProgress,
  readShownBehaviour,
  type ShownBehaviour,
} from '../../records/sandbox/scenario-run-store.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { refuseLiveKey } from './test-business.ts'

/**
 * `passed`: your own data shows it. `waiting`: it is under way, or your endpoint has not answered yet. `not_shown`: nothing shows it yet.
 */
export const checkStates = ['passed', 'waiting', 'not_shown'] as const

/** One line of the report: the names and titles are those of `afara certify`. */
export type CertificationCheck = Readonly<{
  name: string
  title: string
  state: (typeof checkStates)[number]
  /** What was seen, or what to do. */
  detail: string
  at: Date | null
  transactionId: string | null
}>

export type Certification = Readonly<{
  /** What programs and endpoints did. */
  behaviour: readonly CertificationCheck[]
  scenarios: readonly CertificationCheck[]
}>

/** Tells what a business has shown in test mode: from its scenarios, deliveries and requests, and from nothing that it claims. */
export async function readCertification(
  { pool }: Readonly<{ pool: Pool }>,
  tenant: Tenant,
): Promise<Certification> {
  refuseLiveKey(tenant)
  return asTenant(pool, tenant, async (sql) => {
    const runs = await listRuns(sql)
    const shown = await readShownBehaviour(sql)
    return {
      behaviour: judgeBehaviour(shown),
      scenarios: scenarios.map((scenario) =>
        judgeScenario(
          scenario,
          runs.filter(({ name }) => name === scenario.name),
        ),
      ),
    }
  })
}

function judgeBehaviour(shown: ShownBehaviour): CertificationCheck[] {
  const check = (name: string, title: string, isShown: boolean, missing: string): CertificationCheck => ({
    name,
    title,
    state: isShown ? 'passed' : 'not_shown',
    detail: isShown ? 'Seen in your own data.' : missing,
    at: null,
    transactionId: null,
  })
  return [
    check(
      'key_used',
      'Your program calls the API with its key',
      shown.hasCalled,
      'Call any route with a test key. We look at the last seven days.',
    ),
    check(
      'create_once',
      'A repeated request creates nothing twice',
      shown.hasRepeated,
      'Send the same buy twice with one Idempotency-Key.',
    ),
    check(
      'signature_accepted',
      'Your endpoint accepts a signed event',
      shown.hasAnswered,
      'Create an endpoint and run a scenario. Your server must answer 2xx.',
    ),
    check(
      'duplicate_answered',
      'Your endpoint accepts an event that it already has',
      shown.hasAcceptedTwice,
      'Send a delivered event again. Your server must answer 2xx.',
    ),
    check(
      'retry_accepted',
      'Your endpoint accepts an event after it failed',
      shown.hasAcceptedRetry,
      'Let your server fail once, for example while it restarts. We try again.',
    ),
  ]
}

/** The best of the latest runs counts, so that a new run does not take back what was shown. */
function judgeScenario(scenario: Scenario, runs: readonly RunProgress[]): CertificationCheck {
  const judged = runs.map((run) => ({ run, verdict: judgeRun(scenario, run) }))
  const best = judged.find(({ verdict }) => verdict.state === 'passed') ?? judged[0]
  return {
    name: scenario.name,
    title: scenario.sentence,
    ...(best?.verdict ?? { state: 'not_shown', detail: 'Not run yet.' }),
    at: best?.run.at ?? null,
    transactionId: best?.run.transactionIds[0] ?? null,
  }
}

function judgeRun(
  { expect }: Scenario,
  { events, told, answered }: RunProgress,
): Pick<CertificationCheck, 'state' | 'detail'> {
  if (expect.length === 0) return { state: 'passed', detail: 'Run. It makes no transaction.' }
  // A later event, for example after somebody decided, does not take back what was expected.
  const hasArrived = expect.every((type, place) => events[place] === type)
  if (!hasArrived)
    return {
      state: 'waiting',
      detail: `It is at ${events.at(-1) ?? 'the start'}, and ends with ${expect.at(-1)}.`,
    }
  if (answered < told)
    return { state: 'waiting', detail: `Your endpoints accepted ${answered} of ${told} events.` }
  return { state: 'passed', detail: `Your endpoints accepted all ${told} events.` }
}
