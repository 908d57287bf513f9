import { setTimeout as sleep } from 'node:timers/promises'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, tally, unless } from '../shortfalls.ts'
import { type Attempt, routes } from './attempt.ts'
import { type Forgery, forgeDecision, forgeries, type Seen, shownCase } from './forge-decision.ts'
import { attackByHttp } from './http-attacks.ts'
import { type Kind, kinds, liftFreeze } from './kinds.ts'
import { untilNoticed } from './notice.ts'
import { type Held, type Stage, setStage } from './stage.ts'
import { attackTables } from './table-attacks.ts'

const SLOWEST_S = 60
const HELD_WITHIN_MS = 60_000
/** How long value has to leave after the last attempt. */
const SETTLES_MS = 5_000

/** Codes of PostgreSQL for a statement that is wrong for every role. */
const BROKEN = new Set(['42703', '42883', '42601', '42P01', '42P08', '22P02', '42804'])

export const takeoverProof: Proof = {
  name: 'takeover',
  sentence:
    'Nobody who holds one credential of one person gets naira or tokens out, by any decision and any way in, and each attempt is noticed.',
  sizes: { attempts: { full: 5, short: 1 } },
  async run(input) {
    const stage = await setStage()
    try {
      return await prove(stage, input)
    } finally {
      await stage.stop()
    }
  },
}

async function prove(stage: Stage, { size, progress }: ProofInput): Promise<Outcome> {
  const wanted = size('attempts')
  progress.say('the stack runs')
  const control = await decideHonestly(stage)
  progress.say(`a release that two operators signed went through in ${control.seconds.toFixed(1)} s`)
  const before = await stage.left()
  const attempts: Attempt[] = []
  const attacked: Held[] = []
  const free: Held[] = []
  const note = (all: readonly Attempt[]): void => {
    attempts.push(...all)
    progress.show(`${attempts.length} attempts`)
    for (const { kind, route, holds, what, changed } of all)
      if (changed.length > 0)
        progress.say(`changed rows: ${kind} by ${route}, with ${holds}, ${what}: ${changed.join(', ')}`)
  }
  const hold = async (type: Held['type']): Promise<Held> => {
    const place = free.findIndex((one) => one.type === type)
    const [kept] = place < 0 ? [] : free.splice(place, 1)
    if (kept !== undefined) return kept
    const held = await stage.hold(type, `takeover-${type}-${attacked.length}`)
    attacked.push(held)
    await until(stage, held, ['on_hold'])
    return held
  }
  let noticing: Promise<Attempt>[] = []
  const attack = async (kind: Kind, place: number, frozen?: Held): Promise<void> => {
    for (let number = 0; number < wanted; number += 1) {
      if (frozen !== undefined) await placeFreeze(stage)
      const held = kind.about === undefined ? undefined : await hold(kind.about)
      note(await attackByHttp(stage, kind, held, number))
      note(await attackTables(stage, kind, held?.id))
      const forgery = forgeries[(place + number) % forgeries.length] as Forgery
      const { words, ...attempt } = await attackByFunctions(stage, control.seen, { kind, held, forgery })
      if (attempt.said === 'accepted') {
        const transactionId = (held ?? frozen)?.id
        // The attacker does not wait for the next look at the buy.
        if (frozen !== undefined) await stage.people.query(`select wake_now('buy', $1, now())`, [frozen.id])
        const noticed = untilNoticed(stage, { transactionId, words })
        noticing.push(noticed.then((noticedS) => ({ ...attempt, noticedS })))
      } else {
        if (held !== undefined) free.push(held)
        note([attempt])
      }
    }
  }
  const settle = async (): Promise<void> => {
    progress.say(`waiting until ${noticing.length} attempts that changed rows are noticed`)
    note(await Promise.all(noticing))
    noticing = []
  }
  // The first three forgeries pass the database, so each kind begins with one of them.
  for (const [place, kind] of kinds.entries()) if (kind !== liftFreeze) await attack(kind, place % 3)
  await settle()
  // Freezes the network, and leaves a buy that only the freeze stops.
  await placeFreeze(stage)
  const frozen = await stage.buy('takeover-frozen')
  attacked.push(frozen)
  await until(stage, frozen, ['payment_received', 'cleared'])
  await attack(liftFreeze, 0, frozen)
  await settle()
  await sleep(SETTLES_MS)
  const effects = (await stage.left()) - before
  let granted = 0
  for (const one of attacked) granted += await stage.granted(one)
  return judge(attempts, { effects, granted, wanted, isControlled: control.isDone })
}

type Forged = Readonly<{ kind: Kind; held: Held | undefined; forgery: Forgery }>

/** Forges a decision with the database role of the people process. */
async function attackByFunctions(stage: Stage, seen: Seen, { kind, held, forgery }: Forged) {
  const { people: pool, one, other, former } = stage
  const about = { kind: kind.name, route: 'functions', holds: 'afara_people', what: forgery } as const
  try {
    const { caseId, freezeId, tables } = await forgeDecision(
      { pool, one, other, former: former.id, seen },
      kind,
      held,
      forgery,
    )
    return {
      ...about,
      said: 'accepted',
      changed: tables,
      words: [caseId, shownCase(caseId), ...(freezeId === null ? [] : [freezeId])],
      noticedS: undefined,
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    return { ...about, said: code ?? message, changed: [], words: [], noticedS: 0 }
  }
}

/** Has two operators release a buy. Shows that a decision works, and leaves signatures for an attacker to copy. */
async function decideHonestly(stage: Stage) {
  const { owner: pool, one, other } = stage
  const deps = { pool, clock: { now: () => new Date() }, signing: softwareSigning() }
  const held = await stage.hold('buy', 'control-buy')
  await until(stage, held, ['on_hold'])
  const { rows } = await pool.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and state = 'open'`,
    [held.id],
  )
  const caseId = shownCase(rows[0]?.id ?? '')
  const since = performance.now()
  await proposeResolution(deps, {
    caseId,
    operatorId: one,
    wanted: { action: 'release' },
    reason: 'not the person',
  })
  await approveCase(deps, { caseId, operatorId: other })
  await until(stage, held, ['completed'])
  const signed = await pool.query<{ signature: object }>(
    `select json_build_object('credential_id', encode(credential_id, 'base64'), 'authenticator_data', encode(authenticator_data, 'base64'),
       'client_data', encode(client_data, 'base64'), 'signature', encode(signature, 'base64')) as signature
     from decision_signature where operator_id = $1 limit 1`,
    [other],
  )
  const [signature] = signed.rows
  if (signature === undefined) throw new Error('the honest decision left no signature')
  return {
    seen: signature,
    seconds: (performance.now() - since) / 1_000,
    isDone: (await stage.granted(held)) > 0,
  }
}

async function placeFreeze({ owner }: Stage): Promise<void> {
  await owner.query(`select place_freeze('network', 'test:Polygon', 'a proof', 'system:prove', now())`)
}

async function until(stage: Stage, held: Held, statuses: readonly string[]): Promise<void> {
  const deadline = performance.now() + HELD_WITHIN_MS
  for (;;) {
    const status = await stage.statusOf(held)
    if (statuses.includes(status)) return
    if (performance.now() > deadline)
      throw new Error(`${held.reference} is ${status}, not ${statuses.join(' or ')}`)
    await sleep(100)
  }
}

type Result = Readonly<{ effects: bigint; granted: number; wanted: number; isControlled: boolean }>

function judge(attempts: readonly Attempt[], { effects, granted, wanted, isControlled }: Result): Outcome {
  const unnoticed = attempts.filter(({ noticedS }) => noticedS === undefined)
  const slowest = Math.max(...attempts.map(({ noticedS }) => noticedS ?? Number.POSITIVE_INFINITY))
  const thin = kinds.flatMap(({ name }) =>
    routes
      .filter((route) => attempts.filter((one) => one.kind === name && one.route === route).length < wanted)
      .map((route) => `${name} by ${route}`),
  )
  const isCommanded = attempts.some(
    ({ route, said }) => route === 'http' && said.startsWith('command_') && said !== 'command_not_found',
  )
  const broken = attempts.filter(({ said }) => BROKEN.has(said))
  return {
    figures: {
      kinds: kinds.length,
      routes: routes.length,
      attempts: attempts.length,
      accepted_by_database: attempts.filter(({ said }) => said === 'accepted').length,
      changed_rows: attempts.filter(({ changed }) => changed.length > 0).length,
      answers: tally(attempts.map(({ said }) => said))
        .replaceAll(', ', ',')
        .replaceAll(' ', ':'),
      broken: broken.length,
      commands: isCommanded ? 'tried' : 'missing',
      unnoticed: unnoticed.length,
      effects: String(effects),
      vault_approved: granted,
      slowest_notice_s: Number.isFinite(slowest) ? slowest.toFixed(1) : 'never',
    },
    shortfalls: [
      ...unless(isControlled, 'the honest decision did not go through, so the proof shows nothing'),
      ...unless(effects === 0n, `${effects} kobo left`),
      ...unless(granted === 0, `the signer or the payer granted ${granted} payments that nobody decided`),
      ...unless(slowest <= SLOWEST_S, `an attempt was noticed late or never`),
      ...some(unnoticed.map(({ kind, route, what }) => `nothing names ${kind} by ${route}: ${what}`)),
      ...some(
        broken.map(
          ({ kind, route, what, said }) =>
            `the attack itself is wrong: ${kind} by ${route}, ${what}: ${said}`,
        ),
      ),
      ...some(thin.map((what) => `too few attempts: ${what}`)),
    ],
  }
}
