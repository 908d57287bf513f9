import { ConflictError } from '@afara/sdk'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { type LiveStack, raiseLiveStack } from '../live-stack.ts'
import type { Progress } from '../progress.ts'
import type { Outcome, Proof } from '../proof.ts'
import { judgeDecisions } from './judge-decisions.ts'
import { type Answered, clientsOf, openQuestions } from './open-questions.ts'
import { type Asked, type Plan, planned } from './plans.ts'

// A wallet of Stellar can be without a trustline. On the other networks we have no lane.
const networks = ['Polygon', 'Stellar'] as const

export const decideProof: Proof = {
  name: 'decide',
  sentence:
    'Every choice of a business is carried out once, although two clients decide at once and the worker and the api are killed.',
  sizes: { rounds: { full: 6, short: 1 }, kills: { full: 12, short: 2 } },
  run: async ({ size, progress }) => {
    const stack = await raiseLiveStack(
      {},
      { bank: { hasSandbox: true }, delivery: { networks, lanesOn: networks } },
    )
    const open = (role: string) => createPool(stack.databaseUrl(role), { max: 2, applicationName: 'proof' })
    const pools = { owner: open('afara_owner'), worker: open('afara_worker') }
    try {
      return await decideUnderKills(stack, pools, size('rounds'), size('kills'), progress)
    } finally {
      for (const pool of Object.values(pools)) await pool.end()
      await stack.stop()
    }
  },
}

async function decideUnderKills(
  stack: LiveStack,
  pools: Readonly<{ owner: Pool; worker: Pool }>,
  rounds: number,
  kills: number,
  progress: Progress,
): Promise<Outcome> {
  const startedAt = performance.now()
  const clients = clientsOf(stack)
  const plans = Array.from({ length: rounds }, () => planned).flat()
  let killed = 0
  const kill = async (): Promise<void> => {
    const part = killed % 2 === 0 ? 'worker' : 'api'
    killed += 1
    await (part === 'worker' ? stack.crashWorker() : stack.crashApi())
    progress.say(`${part} killed and started again`)
  }
  const asked = await openQuestions(clients[0], plans, async (minor) => setFee(pools.owner, stack, minor))
  progress.say(`${asked.length} questions are open`)
  // The first kill comes before anybody decides, and the others while they do.
  const killing = (async () => {
    for (let turn = 0; turn < kills; turn += 1) await kill()
  })()
  const answered = await Promise.all(
    asked.map(async (one, place): Promise<Answered> => {
      const plan = plans[place]
      if (plan === undefined) throw new Error('a question has no plan')
      const told = await Promise.all(clients.map(async (client) => plan.decide(client, one)))
      return { plan, asked: one, told, refusedWith: await refusedOther(clients[1], one) }
    }),
  )
  await killing
  progress.say(`${answered.length} questions are decided`)
  const judged = await judgeDecisions({ client: clients[0], owner: pools.owner, answered })
  const { checks, findings } = await runChecks(pools.worker)
  const { lost, twice, disagreements, ...counts } = judged
  const problems = [...lost, ...twice, ...disagreements]
  return {
    figures: {
      decisions: answered.length,
      kinds: new Set(answered.map(({ plan }) => plan.name)).size,
      kills: killed,
      ...counts,
      lost: lost.length,
      twice: twice.length,
      disagreements: disagreements.length,
      checks,
      findings: findings.length,
      seconds: ((performance.now() - startedAt) / 1000).toFixed(1),
    },
    shortfalls: [
      ...problems.slice(0, 10),
      ...findings.slice(0, 5).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...(answered.length < rounds * planned.length
        ? [`only ${answered.length} questions were decided`]
        : []),
      ...(killed < kills ? [`only ${killed} kills happened`] : []),
    ],
  }
}

/** Sets the fee of each buy and sell that is made from now on. */
async function setFee(owner: Pool, { businessId }: LiveStack, minor: bigint): Promise<void> {
  await owner.query(
    `update business_mode set fee_flat_minor = $2 where business_id = substr($1, 5)::uuid and mode = 'test'`,
    [businessId, minor],
  )
}

/** The choice that the api names in a refusal. */
function choiceIn({ errors }: ConflictError): string | undefined {
  const [problem] = errors as readonly Readonly<{ choice?: string }>[]
  return problem?.choice
}

/** Decides otherwise. The api must refuse it and say what was decided. */
async function refusedOther(client: Parameters<Plan['decide']>[0], { caseId, other }: Asked) {
  if (caseId === undefined || other === undefined) return undefined
  try {
    await client.cases.decide(caseId, { choice: other })
    return 'accepted'
  } catch (error) {
    if (error instanceof ConflictError) return choiceIn(error) ?? error.code
    throw error
  }
}
