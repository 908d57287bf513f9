import { setTimeout as sleep } from 'node:timers/promises'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { editRows, type Targets } from '../../forgery/forge-entries.ts'
import { startNaming } from '../../forgery/naming.ts'
import type { Outcome, ProofInput } from '../../proof.ts'
import { attackEveryTable, forgeSeal, openTheGates, raiseBalances } from './attack-tables.ts'
import { callFunctions } from './call-functions.ts'
import { forgePostings, postings } from './forge-postings.ts'
import { inventCredits } from './invent.ts'
import { judgeProcesses } from './judge-processes.ts'
import { attackFromEnvironment, attackHooks, attackPublicRoutes, stealAtVendors } from './outside-keys.ts'
import { createProcessRecorder } from './process-recorder.ts'
import { type ProcessStage, setProcessStage } from './process-stage.ts'
import { takeOut } from './take-out.ts'
import { type Theft, untilThefts } from './thefts.ts'

const SLOWEST_MS = 60_000
/** Postings that are forged at once. A report of the reconciler names 200 findings. */
const BATCH = { postings: 24, everyMs: 8_000 } as const

/** Attacks with what a process holds: the database roles, the environment of the api, a vendor's secret and a key with `payouts`. */
export async function attackProcesses({ size, choice, progress }: ProofInput): Promise<Outcome> {
  const stage = await setProcessStage(choice('plant'))
  try {
    progress.say('the stack of the processes runs')
    return await attack(stage, size('rounds'), (text) => progress.say(text))
  } finally {
    await stage.stop()
  }
}

async function attack(stage: ProcessStage, rounds: number, say: (text: string) => void): Promise<Outcome> {
  const { owner } = stage
  const beganMs = performance.now()
  const naming = startNaming(owner)
  const recorder = createProcessRecorder(stage, naming)
  const controlled = await sellSigned(stage)
  const targets = await readTargets(stage)
  let [askedMinor, askedOfSigning] = [0n, 0n]
  const take = async (name: string): Promise<void> => {
    const asked = await takeOut(stage, recorder, name)
    askedMinor += asked.plainMinor
    askedOfSigning += asked.signingMinor
  }
  for (let round = 0; round < rounds; round += 1) {
    await take(`${round}-before`)
    askedMinor += await inventCredits(stage, recorder, naming, round)
    await raiseBalances(stage, recorder, naming)
    for (let from = 0; from < postings.length; from += BATCH.postings) {
      const startedMs = performance.now()
      const some = postings.slice(from, from + BATCH.postings).map((_, place) => from + place)
      await forgePostings(stage, recorder, targets, { some, round })
      await sleep(Math.max(0, startedMs + BATCH.everyMs - performance.now()))
    }
    await openTheGates(stage, recorder)
    await take(`${round}-after`)
    await attackHooks(stage, recorder, round)
    await attackFromEnvironment(stage, recorder)
    await attackPublicRoutes(stage, recorder)
    say(
      `round ${round + 1}: ${recorder.all().length} attempts, ${naming.count()} forged, ${naming.named()} named`,
    )
  }
  const thefts: Theft[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const theft of await stealAtVendors(stage, recorder, round))
      thefts.push({ ...theft, atMs: performance.now() })
  const known = untilThefts(owner, thefts, SLOWEST_MS)
  let functions = await callFunctions(stage, recorder, 0)
  let tables = await attackEveryTable(stage, recorder, 0)
  for (let round = 1; round < rounds; round += 1) {
    functions = await callFunctions(stage, recorder, round)
    tables = await attackEveryTable(stage, recorder, round)
    say(
      `${recorder.all().length} attempts with functions and tables, ${naming.count()} forged, ${naming.named()} named`,
    )
  }
  // Shows that the calls did not silence the checks.
  await raiseBalances(stage, recorder, naming)
  await naming.until(SLOWEST_MS)
  say('the owner edits sealed rows, which freezes everything')
  await editRows(owner, naming, rounds)
  await naming.until(2 * SLOWEST_MS)
  await forgeSeal(stage, recorder, naming)
  await naming.until(SLOWEST_MS)
  await naming.stop()
  return judgeProcesses({
    tried: recorder.all(),
    naming,
    rounds,
    functions,
    tables,
    thefts,
    known: await known,
    left: await stage.left(),
    hours: Math.ceil((performance.now() - beganMs) / 3_600_000),
    askedMinor,
    askedOfSigning,
    thief: stage.signing.thief,
    controlled,
  })
}

/** Sells from the balance of the business that signs, with its own signature. Shows that an honest request still passes. */
async function sellSigned({ stack, owner, signing, signer }: ProcessStage): Promise<boolean> {
  const path = '/transactions/v1/offramp'
  const body = JSON.stringify({
    business_id: signing.businessId,
    link_tag: signing.linkTag,
    type: 'sell_ramp',
    amount: '1500.00',
    bank_name: '000013',
    account_number: '0123456789',
    reference: 'signed-honestly',
  })
  const headers = { 'svc-sec-key': signing.key, 'content-type': 'application/json' }
  await fetch(`${stack.apiUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, ...signer.headers(path, body, newId()) },
    body,
  })
  const deadline = performance.now() + SLOWEST_MS
  while (performance.now() < deadline) {
    const { rows } = await owner.query<{ status: string }>(
      `select status from transaction where reference = 'signed-honestly'`,
    )
    if (rows[0]?.status === 'completed') return true
    await sleep(200)
  }
  return false
}

async function readTargets({ owner, plain }: ProcessStage): Promise<Targets> {
  const { rows } = await owner.query<Readonly<{ transaction: string; collection: string }>>(
    `select (select id from transaction where reference = 'honest-wallet-sell') as transaction,
       (select id from vendor_account where mode = 'test' and account_number = '0000000002') as collection`,
  )
  return {
    business: plain.id,
    transaction: rows[0]?.transaction ?? '',
    collection: rows[0]?.collection ?? '',
    payoutAccount: seedPayoutAccounts[1].id,
  }
}
