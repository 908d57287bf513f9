import { setTimeout as sleep } from 'node:timers/promises'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { createAttackers } from './attackers.ts'
import { becomeColleague } from './colleague-attack.ts'
import { attackCommands } from './command-attacks.ts'
import { type Forger, forgeDecision, refusedForgeries, storedForgeries } from './forge-decision.ts'
import { askColleague, attackDecision, attackRoutes } from './http-attacks.ts'
import { judgeTakeover } from './judge-takeover.ts'
import { kinds, last, variants } from './kinds.ts'
import { type Forged, untilNoticed } from './notice.ts'
import { hireBystander } from './operator-recipes.ts'
import { attackProcesses } from './processes/attack-processes.ts'
import { plants } from './processes/process-stage.ts'
import { type Proposal, placeProposal } from './proposals.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { attackFunctions, attackTables, readFunctions, readTables } from './sql-attacks.ts'
import { listed, passkeyOf, type Stage, setStage } from './stage.ts'
import { caseOf, setWorld, until } from './world.ts'

/** How long value has to leave after the last forged decision. The freeze follows within 25 seconds. */
const SETTLES_MS = 30_000

export const takeoverProof: Proof = {
  name: 'takeover',
  sentence:
    'With one stolen credential of a person or a process, nobody takes out more than the caps allow, and every forged row is named within a minute.',
  sizes: { rounds: { full: 5, short: 1 } },
  // A plant is a hole that the second part must find.
  choices: { part: ['people', 'processes'], plant: plants },
  async run(input) {
    const part = input.choice('part') ?? (input.choice('plant') === undefined ? undefined : 'processes')
    const none: Outcome = { figures: {}, shortfalls: [] }
    const people = part === 'processes' ? none : await attackPeople(input)
    const processes = part === 'people' ? none : await attackProcesses(input)
    const slowest = [people, processes].map(({ figures }) => Number(figures.slowest_notice_s ?? 0))
    return {
      figures: {
        ...people.figures,
        ...processes.figures,
        slowest_notice_s: slowest.some(Number.isNaN) ? 'never' : Math.max(...slowest).toFixed(1),
      },
      shortfalls: [...people.shortfalls, ...processes.shortfalls],
    }
  },
}

/** Attacks decisions with the credentials of people. */
async function attackPeople(input: ProofInput): Promise<Outcome> {
  const stage = await setStage()
  try {
    return await prove(stage, input)
  } finally {
    await stage.stop()
  }
}

async function prove(stage: Stage, { size, progress }: ProofInput): Promise<Outcome> {
  const rounds = size('rounds')
  progress.say('the stack runs')
  const [control, world] = await Promise.all([decideHonestly(stage), setWorld(stage)])
  progress.say(`a release that two operators signed went through in ${control.seconds.toFixed(1)} s`)
  const attackers = await createAttackers(stage)
  const bystander = await hireBystander(stage)
  const proposals: Proposal[] = []
  for (const form of [...kinds, ...variants]) proposals.push(await placeProposal(world, form))
  proposals.sort((one, two) => last.indexOf(one.form) - last.indexOf(two.form))
  const colleague = await stage.client.open(passkeyOf(stage.other))
  const requests: string[] = []
  for (const proposal of proposals) requests.push(await askColleague(stage, colleague, proposal))
  const target = { ...(await aimAt(stage)), seen: control.seen }
  const before = await stage.left()
  const journalled = stage.journals().length
  progress.say(`${proposals.length} proposals of one operator wait for another one`)
  const recorder = createRecorder(stage, (text) => progress.say(text))
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, proposal] of proposals.entries())
      await attackDecision(stage, recorder, attackers, {
        proposal,
        request: requests[place] ?? '',
        seen: control.seen,
        turn: place + round,
      })
    progress.say(`${recorder.all().length} attempts`)
  }
  // The forged decisions come before anything that freezes, so that nothing but the vault stops their value.
  const former = attackers.find(({ holder }) => holder === 'former')?.operator ?? ''
  const forged = await forgeAll({ stage, former, seen: control.seen }, recorder, proposals)
  progress.say(`the database stored ${forged.length} forged decisions; the vault must name each of them`)
  const noticing = untilNoticed(stage, forged)
  const [functions, tables] = await Promise.all([readFunctions(stage), readTables(stage)])
  for (let round = 0; round < rounds; round += 1) {
    const place = (round * 7) % proposals.length
    const proposal = proposals[place] as Proposal
    const about = { proposal, request: requests[place] ?? '', target }
    await attackRoutes(stage, recorder, attackers, about)
    await attackFunctions(stage, recorder, functions, { proposal, round, bystander: bystander.id })
    await attackTables(stage, recorder, tables, proposal.kind)
    await attackCommands(stage, recorder, attackers, { proposal, bystander: bystander.email })
    progress.say(`${recorder.all().length} attempts`)
  }
  const noticed = await noticing
  const forgedAtMs = Math.max(...forged.map(({ atMs }) => atMs))
  await sleep(Math.max(0, forgedAtMs + SETTLES_MS - performance.now()))
  for (const { reference, status } of await world.ends()) progress.say(`${reference} is ${status}`)
  return judgeTakeover({
    attempts: recorder.all(),
    rounds,
    proposals,
    forged,
    noticed,
    functions: functions.map(({ name }) => name),
    tables,
    left: (await stage.left()) - before,
    records: stage.journals().slice(journalled),
    isControlled: control.isDone,
  })
}

/** Forges every decision: first in the ways that the database refuses, then in one that it cannot recognise. */
async function forgeAll(forger: Forger, recorder: Recorder, proposals: readonly Proposal[]) {
  const forged: Forged[] = []
  const note = (said: string, { caseId }: Proposal): void => {
    if (said === 'accepted') forged.push({ caseId, atMs: performance.now() })
  }
  const approveAsColleague = await becomeColleague(forger.stage, recorder)
  for (const [place, proposal] of proposals.entries()) {
    const stored = storedForgeries[place % storedForgeries.length] as (typeof storedForgeries)[number]
    // Every fourth is approved over HTTP instead, with a session that the attacker inserted.
    const isOverHttp = place % 4 === 3
    for (const forgery of isOverHttp ? refusedForgeries : [...refusedForgeries, stored]) {
      const about = { holder: 'role', kind: proposal.kind, what: forgery } as const
      const said = await recorder.attempt(
        { ...about, route: 'SQL functions', through: 'approve_resolution' },
        async () => {
          await forgeDecision(forger, proposal, forgery)
          return 'accepted'
        },
      )
      note(said, proposal)
    }
    if (isOverHttp) note(await approveAsColleague(proposal), proposal)
  }
  return forged
}

/** Has two operators release a buy. Shows that a decision works, and leaves signatures for an attacker to copy. */
async function decideHonestly(stage: Stage) {
  const { owner: pool, one, other } = stage
  const deps = { pool, clock: { now: () => new Date() }, signing: softwareSigning() }
  const held = await stage.buy('control-buy', listed)
  await until(stage, held, ['on_hold'])
  const caseId = formatId('case', await caseOf(stage, held.id))
  const since = performance.now()
  const wanted = { action: 'release' } as const
  await proposeResolution(deps, { caseId, operatorId: one, wanted, reason: 'not the person' })
  await approveCase(deps, { caseId, operatorId: other })
  await until(stage, held, ['completed'])
  const { rows } = await pool.query<{ signature: object }>(
    `select json_build_object('credential_id', encode(credential_id, 'base64'), 'authenticator_data', encode(authenticator_data, 'base64'),
       'client_data', encode(client_data, 'base64'), 'signature', encode(signature, 'base64')) as signature
     from decision_signature where operator_id = $1 limit 1`,
    [other],
  )
  if (rows[0] === undefined) throw new Error('the honest decision left no signature')
  return {
    seen: rows[0].signature,
    seconds: (performance.now() - since) / 1_000,
    isDone: stage.journals().some(({ action }) => action === 'pay'),
  }
}

/** Reads a session and a passkey of the colleague, and has their terminal wait to be confirmed. */
async function aimAt({ owner, client, other }: Stage) {
  const { rows } = await owner.query<{ session: string; passkey: string }>(
    `select (select id from person_session where operator_id = $1 order by created_at desc limit 1) as session,
       (select id from passkey where operator_id = $1 limit 1) as passkey`,
    [other],
  )
  const device = await client.ask('POST', '/devices', { body: { machine: 'chidi@laptop' } })
  return {
    session: formatId('session', rows[0]?.session ?? ''),
    passkey: formatId('passkey', rows[0]?.passkey ?? ''),
    userCode: String(device.body.user_code),
  }
}
