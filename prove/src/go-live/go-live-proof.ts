import { setTimeout as sleep } from 'node:timers/promises'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { readGoLive } from '@afara/server/records/businesses/go-live/go-live-store.ts'
import { hireOperator } from '@afara/stack/authenticator/software-signing.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { createPeopleClient } from '../people/people-client.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { type ProofPostgres, startProofPostgres } from '../proof-postgres.ts'
import { approve, by, type HouseDeps, openParty, type Party, settle, standings } from './businesses.ts'
import { type Forgeries, judge, type Tried } from './judge-requests.ts'
import { type Route, readRoutes, type Sender, writeRequest } from './routes.ts'
import { CELL, openAccounts, peppers, startProcesses } from './start-processes.ts'

/** Every process knows a change of a business within five seconds. */
const KNOWN_WITHIN_MS = 5_200
const AT_ONCE = 12
const modes = ['test', 'live'] as const
export const goLiveProof: Proof = {
  name: 'go-live',
  sentence:
    'A business without an approved file, and one that was suspended, downgraded or taken back, can do nothing in that mode: not with a key, not with a token of the dashboard, on no route.',
  sizes: { rounds: { full: 12, short: 1 } },
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
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'proof' })
  const parts: Child[] = []
  try {
    const { apiUrl, otcUrl, peopleUrl } = await startProcesses(postgres.directory, database.url, parts)
    const operators = await Promise.all(
      ['ada', 'bola'].map(async (name) => hireOperator(owner, { email: `${name}@afara.test`, name, ...by })),
    )
    const deps: HouseDeps = {
      owner,
      keys: { pool: owner, cell: CELL, peppers },
      operatorId: operators[0]?.id ?? '',
      client: createPeopleClient(peopleUrl),
      peopleUrl,
    }
    const vendors = await openAccounts(owner, operators)
    const parties: Party[] = []
    for (const standing of standings) parties.push(await openParty(deps, standing))
    const routes = readRoutes()
    progress.say(`${parties.length} businesses, ${routes.length} routes`)
    const send = createSender({ apiUrl, otcUrl, vendors })
    // The processes have every business in their caches when it changes.
    await round(deps, parties, [{ method: 'GET', path: '/keys/v1/me', example: undefined }], send)
    for (const party of parties) await settle(deps, party)
    await sleep(KNOWN_WITHIN_MS)
    const forgeries = await forgeApprovals(deps, parties)
    const tried: Tried[] = []
    for (let place = 0; place < size('rounds'); place += 1) {
      tried.push(...(await round(deps, parties, routes, send)))
      progress.show(`${tried.length} requests`)
    }
    return judge(routes, tried, forgeries, await countLiveRows(owner, parties))
  } finally {
    for (const part of parts) await part.kill()
    await owner.end()
  }
}

type Send = (
  party: Party,
  route: Route,
  mode: Mode,
  credential: 'key' | 'token',
  text: string,
) => Promise<Tried>

let sent = 0

function createSender({
  apiUrl,
  otcUrl,
  vendors,
}: Readonly<{ apiUrl: string; otcUrl: string; vendors: Sender['vendors'] }>): Send {
  return async (party, route, mode, credential, text) => {
    const { path, body } = writeRequest(route, mode, { ...party, vendors })
    const base = path.startsWith('/otc/') ? otcUrl : apiUrl
    for (;;) {
      sent += 1
      const reply = await fetch(`${base}${path}`, {
        method: route.method,
        headers: {
          'svc-sec-key': text,
          'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      })
      const said = await reply.text()
      // A limit proves nothing about the business.
      if (reply.status === 429) {
        await sleep(500)
        continue
      }
      const name = `${route.method} ${route.path}`
      const { standing } = party
      return { standing, mode, credential, route: name, status: reply.status, code: codeIn(said), text: said }
    }
  }
}

function codeIn(text: string): string {
  return /"code":\s*"([a-z_]+)"/.exec(text)?.[1] ?? ''
}

/** Sends every request of every business, with its keys and with new tokens of its owner. */
async function round(
  deps: HouseDeps,
  parties: readonly Party[],
  routes: readonly Route[],
  send: Send,
): Promise<readonly Tried[]> {
  const tasks: (() => Promise<Tried>)[] = []
  for (const party of parties)
    for (const mode of modes) {
      const token = await mint(deps, party, mode)
      for (const route of routes) {
        tasks.push(async () => send(party, route, mode, 'key', party.keys[mode]))
        tasks.push(async () => send(party, route, mode, 'token', token))
      }
    }
  const done: Tried[] = []
  const next = tasks.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const task of next) done.push(await task())
    }),
  )
  return done
}

async function mint({ peopleUrl }: HouseDeps, { businessId, session }: Party, mode: Mode): Promise<string> {
  const reply = await fetch(`${peopleUrl}/account/v1/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: businessId, mode }),
  })
  const { token } = (await reply.json()) as { token?: string }
  if (token === undefined) throw new Error(`no token: ${reply.status}`)
  return token
}

/** Two operators sign that a business goes live although that file of it does not wait. Returns what PostgreSQL let happen. */
async function forgeApprovals(deps: HouseDeps, parties: readonly Party[]): Promise<Forgeries> {
  const files = await Promise.all(
    parties.map(async ({ id }) => (await readGoLive(deps.owner, id)).submission ?? NO_FILE),
  )
  const never = parties.filter(
    ({ standing }) => standing.startsWith('with') || standing === 'back to pending',
  )
  let attempts = 0
  const done: string[] = []
  const odd: string[] = []
  for (const party of never)
    for (const [place, file] of files.entries()) {
      // This one could be approved rightly.
      if (party.standing === 'with a submitted file' && parties[place] === party) continue
      attempts += 1
      const said = await approve(deps, party.id, file).then(
        () => 'done',
        (error: Error) => error.message,
      )
      if (said === 'done') done.push(`two operators let a business ${party.standing} go live`)
      else if (!said.includes('does not wait for a decision')) odd.push(`${party.standing}: ${said}`)
    }
  return { attempts, done, odd }
}

const NO_FILE = { version: 1, digest: '0'.repeat(64) }

/** Counts what closed businesses left in live mode. */
async function countLiveRows(owner: Pool, parties: readonly Party[]): Promise<number> {
  const never = parties.filter(({ standing }) => standing.startsWith('with')).map(({ id }) => id)
  const { rows } = await owner.query<{ count: number }>(
    `select ((select count(*) from transaction where mode = 'live' and business_id = any ($1))
       + (select count(*) from pay_link where mode = 'live' and business_id = any ($1))
       + (select count(*) from webhook_endpoint where mode = 'live' and business_id = any ($1))
       + (select count(*) from name_enquiry where mode = 'live' and business_id = any ($1))
       + (select count(*) from api_key where mode = 'live' and business_id = any ($1))
       + (select count(*) from business_mode where mode = 'live' and status <> 'pending' and business_id = any ($1)))::int as count`,
    [never],
  )
  return rows[0]?.count ?? -1
}
