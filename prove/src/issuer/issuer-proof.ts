import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { liveNetworks } from '../chains/live-network.ts'
import { type Stage, setStage } from '../forged-deposits/stage.ts'
import { createRandom } from '../fuzz/random.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { startProofPostgres } from '../proof-postgres.ts'
import { some, unless } from '../shortfalls.ts'
import { type Played, playChain } from './play.ts'

/**
 * An issuer burns, seizes, claws back, freezes, pauses and revokes during honest deposits on every network. The watcher, the adapters and
 * the database functions are the service's own. The driver of sells tries to expire sells whose tokens are on the chain and not read yet.
 */
export const issuerProof: Proof = {
  name: 'issuer',
  sentence: 'No action of an issuer stops a network, and no honest deposit is missed because of one.',
  sizes: { actions: { full: 60, short: 16 }, deposits: { full: 600, short: 80 } },
  run: prove,
}

async function prove({ size, progress, watchChains }: ProofInput): Promise<Outcome> {
  const [actions, deposits] = [size('actions'), size('deposits')]
  const postgres = await startProofPostgres()
  const run = await createTemporaryRun()
  try {
    const stage = await setStage((await postgres.createDatabase()).url, liveNetworks, run, watchChains)
    try {
      const { chains } = stage
      const share = (whole: number, place: number) =>
        Math.floor(((place + 1) * whole) / chains.length) - Math.floor((place * whole) / chains.length)
      const soFar = new Map<string, Played>()
      const played = await Promise.all(
        chains.map(async (chain, place) =>
          playChain(
            stage,
            chain,
            {
              actions: share(actions, place),
              deposits: share(deposits, place),
              random: createRandom(1, place),
            },
            (one) => {
              soFar.set(chain.network, one)
              const all = [...soFar.values()]
              progress.show(
                `${sum(all.map((each) => each.actions))} of ${actions} actions, ${sum(all.map(({ honest }) => honest.length))} of ${deposits} deposits`,
              )
            },
          ),
        ),
      )
      return await judge(stage, played, { actions, deposits })
    } finally {
      await stage.stop()
    }
  } finally {
    await postgres.stop()
    run.remove()
  }
}

type Recorded = Readonly<{ held: string; status: string; cases: number }>

async function judge(
  { worker, sells, look }: Stage,
  played: readonly Played[],
  wanted: Readonly<{ actions: number; deposits: number }>,
): Promise<Outcome> {
  const { rows } = await worker.query<Recorded & { id: string }>(
    `select t.id, t.status, coalesce((select sum(d.held_minor) from deposit d where d.transaction_id = t.id), 0)::text as held,
       (select count(*)::integer from case_file c where c.transaction_id = t.id and c.kind = 'recall' and c.state <> 'resolved') as cases
     from transaction t`,
  )
  const recorded = new Map(rows.map((row) => [row.id, row]))
  const words: string[] = []
  let [missed, koboDifference] = [0, 0n]
  for (const { chain, honest, taken, failed } of played) {
    for (const { id, dueMinor, what } of honest) {
      const { held, status } = recorded.get(id) ?? { held: '0', status: 'none' }
      if (BigInt(held) === dueMinor && status === 'deposit_received') continue
      missed += 1
      words.push(`${chain.network} ${what}: ${held} kobo credited and ${dueMinor} due, status ${status}`)
    }
    for (const { sell, isShared } of taken) {
      const { status, cases } = recorded.get(sell.id) ?? { status: 'none', cases: 0 }
      const expected = isShared ? 'deposit_received 0' : 'on_hold 1'
      if (`${status} ${cases}` !== expected)
        words.push(
          `${chain.network}: a sell whose tokens the issuer took is ${status} with ${cases} cases, not ${expected}`,
        )
    }
    words.push(...unless(failed === 0, `${chain.network}: the watcher failed ${failed} times`))
    const addresses = sells.all.filter(({ network }) => network === chain.network).map((one) => one.address)
    const books = await sumOf(worker, 'deposit', chain.network)
    const off = (await chain.issuer.held(addresses)) - books * chain.unit
    koboDifference += (off < 0n ? -off : off) / chain.unit
  }
  const takenMinor = played.flatMap(({ taken }) => taken).reduce((all, { minor }) => all + minor, 0n)
  const loss = await sumOf(worker, 'expense', 'loss')
  koboDifference += loss > takenMinor ? loss - takenMinor : takenMinor - loss
  const stopped = await findStopped(worker, played, look)
  const { checks, findings } = await runChecks(worker)
  words.push(...findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`))
  const done = sum(played.map(({ actions }) => actions))
  const honest = sum(played.map((one) => one.honest.length))
  const expiredUnread = sum(played.map((one) => one.expiredUnread))
  const kinds = new Set(played.flatMap((one) => [...one.kinds]))
  return {
    figures: {
      actions: done,
      honest,
      networks_stopped: stopped.length,
      honest_missed: missed,
      expired_unread: expiredUnread,
      kobo_difference: koboDifference.toString(),
    },
    shortfalls: [
      ...some(words),
      ...unless(stopped.length === 0, `the watcher no longer reads ${stopped.join(', ')}`),
      ...unless(expiredUnread === 0, `${expiredUnread} sells expired before their deposits were read`),
      ...unless(koboDifference === 0n, `the ledger and the chains differ by ${koboDifference} kobo`),
      ...unless(
        done >= wanted.actions && honest >= wanted.deposits,
        'too few actions or too few honest deposits',
      ),
      ...unless(
        wanted.actions < 16 || kinds.size >= 10,
        `only ${kinds.size} kinds of actions were played: ${[...kinds].join(', ')}`,
      ),
      ...unless(
        sum(played.map(({ windowsTried }) => windowsTried)) > 0,
        'no sell was expired while its deposit was unread, so this was not tested',
      ),
      ...unless(checks > 0, 'no database check ran'),
    ],
  }
}

/** Returns the networks whose newest final block is still unread after one more run of the watcher. */
async function findStopped(
  worker: Stage['worker'],
  played: readonly Played[],
  look: Stage['look'],
): Promise<string[]> {
  const stopped: string[] = []
  for (const { chain } of played) {
    await chain.settle()
    const wasRead = await look(chain).catch(() => false)
    const { rows } = await worker.query(
      `select from chain_cursor where network = $1 and halted_because is null and lag_blocks = 0`,
      [chain.network],
    )
    if (!wasRead || rows.length !== 1) stopped.push(chain.network)
  }
  return stopped
}

async function sumOf(worker: Stage['worker'], kind: string, owner: string): Promise<bigint> {
  const { rows } = await worker.query<{ sum: string }>(
    `select account_sum('test', $1::account_kind, $2, 'NGNC')::text as sum`,
    [kind, owner],
  )
  return BigInt(rows[0]?.sum ?? '0')
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
