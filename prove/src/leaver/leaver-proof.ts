import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import { createPeopleClient } from '../people/people-client.ts'
import { peopleEnvironment } from '../people/people-environment.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofPostgres, startProofPostgres } from '../proof-postgres.ts'
import { some, unless } from '../shortfalls.ts'
import { startVault } from '../signer/vault-process.ts'
import { setVaultStage } from '../signer/vault-stage.ts'
import { act, FEWEST_EACH, LATEST_MS, type Leaver, type Tally } from './leaver.ts'
import { createPeopleLeavers, hireManagers } from './people-leavers.ts'
import { createVaultLeavers } from './vault-leavers.ts'

const PROCESSES = 2
const AT_SIGNER = 8
const EVERY_MS = 400
/** The signer signs, so each of its leavers uses up a transfer with every request that is allowed. */
const AT_SIGNER_EVERY_MS = 1_000
/** Nobody leaves before they were seen to have access. */
const FIRST_LEAVES_MS = 2_500
/** How long everybody goes on after the last five seconds are over. */
const AFTER_MS = 2_500
const REFUSED = new Set([
  'person_disabled',
  'session_revoked',
  'role_missing',
  'passkey_revoked',
  'decision_unsigned',
  'ok auditor',
])

export const leaverProof: Proof = {
  name: 'leaver',
  sentence:
    'A person who is suspended or leaves, loses a role, a passkey or a session, or is not in the operators file any more is refused everywhere within five seconds.',
  sizes: { people: { full: 50, short: 50 }, seconds: { full: 60, short: 6 } },
  async run(input) {
    const postgres = await startProofPostgres()
    try {
      return await prove(postgres, input)
    } finally {
      await postgres.stop()
    }
  },
}

async function prove(postgres: ProofPostgres, { size, progress }: ProofInput): Promise<Outcome> {
  const database = await postgres.createDatabase()
  const stage = await setVaultStage(database.url)
  const named = (name: string) => ({ id: newId(), name })
  // The managers decide about people. The signer verifies that too, so its operators file names them.
  const managers = await hireManagers(stage.pools.owner)
  const staying = managers.map(({ id, email }) => ({ id, name: email }))
  const stayers = [named('Halima'), named('Tunde'), ...staying] as const
  const atSigner = Array.from({ length: AT_SIGNER }, (_, place) => named(`Signer ${place + 1}`))
  const parts: Child[] = []
  try {
    const directory = join(postgres.directory, 'vault')
    const url = database.url('afara_signer')
    const vault = await startVault(directory, url, {}, undefined, [...stayers, ...atSigner])
    parts.push(vault.child)
    const clients = []
    for (let place = 0; place < PROCESSES; place += 1) {
      const { child, client } = await startPeople(postgres.directory, database.url)
      parts.push(child)
      clients.push(client)
    }
    progress.say(`${PROCESSES} people processes and a signer run`)
    const leavers = [
      ...(await createPeopleLeavers(
        { owner: stage.pools.owner, clients, managers },
        size('people') - AT_SIGNER,
      )),
      ...(await createVaultLeavers(stage, vault, stayers, atSigner)),
    ]
    progress.say(`${leavers.length} people are signed in`)
    let tried = 0
    const together = createMeeting(AT_SIGNER)
    const tallies = await Promise.all(
      leavers.map(async (leaver) => {
        const isAtSigner = leaver.way.endsWith('operators file') || leaver.way.endsWith('names them')
        // The signer's people leave early: each request before that uses up a transfer. They leave together, because the first decision of
        // a leaver stops the signer for everybody.
        const lastMs = isAtSigner ? FIRST_LEAVES_MS + 2_000 : size('seconds') * 1_000
        const leavesAtMs = isAtSigner
          ? lastMs
          : randomInt(FIRST_LEAVES_MS, Math.max(lastMs, FIRST_LEAVES_MS + 1))
        const endsAtMs = (isAtSigner ? lastMs : size('seconds') * 1_000) + LATEST_MS + AFTER_MS
        const everyMs = isAtSigner ? AT_SIGNER_EVERY_MS : EVERY_MS
        const mayLeave = isAtSigner ? together : async () => {}
        const times = { leavesAtMs, mayLeave, endsAtMs, afterMs: LATEST_MS + AFTER_MS, everyMs }
        return act(leaver, times, () => {
          tried += 1
          progress.show(`${tried} requests`)
        })
      }),
    )
    return judge(leavers, tallies)
  } finally {
    for (const part of parts) await part.kill()
    await stage.close()
  }
}

/** Returns a function that resolves for everybody once it was called this often. */
function createMeeting(people: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let here = 0
  return async () => {
    here += 1
    if (here === people) resolve()
    await promise
  }
}

/** Starts one more people process on the database. */
async function startPeople(directory: string, databaseUrl: (role: string) => string) {
  const port = await findFreePort()
  const environment = peopleEnvironment(databaseUrl, port)
  const child = await startServer({ name: 'people', port, environment, directory })
  return { child, client: createPeopleClient(`http://127.0.0.1:${port}`) }
}

function judge(leavers: readonly Leaver[], tallies: readonly Tally[]): Outcome {
  const sum = (of: (tally: Tally) => number) => tallies.reduce((total, tally) => total + of(tally), 0)
  const later = tallies.flatMap(({ allowedLater }) => allowedLater)
  const odd = new Set(tallies.flatMap(({ said }) => [...said]).filter((said) => !REFUSED.has(said)))
  const quiet = leavers.filter((_leaver, place) => {
    const { before, inFirstSeconds, later: after } = tallies[place] as Tally
    return Math.min(before, inFirstSeconds, after) < FEWEST_EACH
  })
  return {
    figures: {
      people: leavers.length,
      ways: new Set(leavers.map(({ way }) => way)).size,
      requests_before: sum(({ before }) => before),
      requests_in_5s: sum(({ inFirstSeconds }) => inFirstSeconds),
      allowed_in_5s: sum(({ allowedInFirstSeconds }) => allowedInFirstSeconds),
      slowest_s: (Math.max(...tallies.map(({ slowestMs }) => slowestMs)) / 1_000).toFixed(1),
      requests_after_5s: sum(({ later: after }) => after),
      access_after_5s: later.length,
    },
    shortfalls: [
      ...some(later.map((words) => `allowed although they had left: ${words}`)),
      ...some(
        tallies.flatMap(({ refusedBefore }) => refusedBefore).map((words) => `refused before: ${words}`),
      ),
      ...unless(odd.size === 0, `later requests were answered ${[...odd].join(', ')}, which proves nothing`),
      ...some(quiet.map(({ name, way }) => `${name} (${way}) tried too rarely for a conclusion`)),
    ],
  }
}
