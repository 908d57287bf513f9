import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import type { OperatorChange } from '@afara/server/records/cases/live-change.ts'
import { suspendOperator } from '@afara/server/records/operators/operator-store.ts'
import { addMember, disableMember } from '@afara/server/records/people/manage-people.ts'
import type { PersonId } from '@afara/server/records/people/person.ts'
import { insertPersonPasskey } from '@afara/server/records/people/person-passkey-store.ts'
import type { MemberRole, OperatorRole } from '@afara/server/records/people/role-actions.ts'
import { type SoftwarePasskey, softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import type { PeopleClient, Reply } from '../people/people-client.ts'
import type { Leaver, Tried } from './leaver.ts'

const by = { actor: 'system:prove', reason: 'they left' }
const LINK_TAG = 'leavers'

/** The people processes that a person may use. */
type Desk = Readonly<{
  owner: Pool
  clients: readonly PeopleClient[]
  /** Two administrators who decide. */
  managers: readonly [Enrolled, Enrolled]
}>

type Enrolled = PersonId & Readonly<{ email: string; passkey: SoftwarePasskey; passkeyId: string }>

/** Adds two administrators who decide. */
export async function hireManagers(owner: Pool): Promise<Desk['managers']> {
  const hire = async () => addOperator(owner, ['operator', 'administrator'])
  return [await hire(), await hire()]
}

/** Returns people who sign in at the people processes, `count` of them, who leave in every way in turn. */
export async function createPeopleLeavers(
  { owner, clients, managers }: Desk,
  count: number,
): Promise<Leaver[]> {
  const business = await createBusiness(owner, { name: 'Leavers', linkTag: LINK_TAG, ...by })
  const desk: Desk = { owner, clients, managers }
  const leavers: Leaver[] = []
  for (let place = 0; place < count; place += 1) {
    const make = ways[place % ways.length]
    if (make !== undefined) leavers.push(await make(desk, business.id))
  }
  return leavers
}

const ways: readonly ((desk: Desk, businessId: string) => Promise<Leaver>)[] = [
  async (desk) => {
    const person = await addOperator(desk.owner, ['operator', 'treasury'])
    const token = await open(desk, person)
    return {
      name: person.email,
      way: 'operator suspended',
      tries: [
        ...everywhere(desk, token, ['/me', '/operators', '/businesses', '/passkeys', '/sessions']),
        ...signsIn(desk, person),
      ],
      leave: async () => {
        const [{ id }] = desk.managers
        await suspendOperator(desk.owner, { id: person.id, by: id, reason: by.reason, at: new Date() })
      },
    }
  },
  async (desk) => {
    const person = await addOperator(desk.owner, ['operator', 'administrator'])
    const token = await open(desk, person)
    return {
      name: person.email,
      way: 'access of an operator ended',
      tries: [...everywhere(desk, token, ['/me', '/operators', '/sessions']), ...signsIn(desk, person)],
      leave: async () =>
        decide(desk, { action: 'end_operator', operator_id: person.id, email: person.email }),
    }
  },
  async (desk, businessId) => {
    const person = await addBusinessMember(desk.owner, 'owner')
    const token = await open(desk, person)
    return {
      name: person.email,
      way: 'member disabled',
      tries: [
        ...everywhere(desk, token, ['/me', '/businesses', keysOf(businessId)]),
        ...signsIn(desk, person),
      ],
      leave: async () => disableMember(depsOf(desk), person.email, by),
    }
  },
  async (desk) => {
    const person = await addOperator(desk.owner, ['operator', 'treasury'])
    const token = await open(desk, person)
    const roles = ({ body }: Reply) => (body.person as { roles?: string[] } | undefined)?.roles ?? []
    return {
      name: person.email,
      way: 'roles of an operator changed',
      tries: desk.clients.map((client) => async () => {
        const reply = await client.ask('GET', '/me', { token })
        return {
          isAllowed: roles(reply).includes('treasury'),
          said: `${reply.code} ${roles(reply).join('+')}`,
        }
      }),
      leave: async () =>
        decide(desk, {
          action: 'change_operator_roles',
          operator_id: person.id,
          email: person.email,
          roles: ['auditor'],
        }),
    }
  },
  async (desk, businessId) => {
    const person = await addBusinessMember(desk.owner, 'developer')
    const token = await open(desk, person)
    return {
      name: person.email,
      way: 'role of a member changed',
      tries: everywhere(desk, token, [keysOf(businessId)]),
      leave: async () => {
        const viewer = { business: LINK_TAG, email: person.email, name: 'Ngozi', role: 'viewer' } as const
        await addMember(depsOf(desk), viewer, by)
      },
    }
  },
  async (desk) => {
    const person = await addOperator(desk.owner, ['support'])
    const token = await open(desk, person)
    const second = softwarePasskey(person.id, 'second')
    await enrol(desk.owner, person, second)
    const otherToken = await firstOf(desk).open(second)
    return {
      name: person.email,
      way: 'passkey revoked',
      tries: [...everywhere(desk, token, ['/me', '/operators']), ...signsIn(desk, person)],
      leave: async () => {
        const path = `/passkeys/${formatId('passkey', person.passkeyId)}/revoke`
        mustBeOk(await firstOf(desk).ask('POST', path, { token: otherToken }))
      },
    }
  },
  async (desk) => {
    const person = await addBusinessMember(desk.owner, 'viewer')
    const token = await open(desk, person)
    const otherToken = await open(desk, person)
    const { body } = await firstOf(desk).ask('GET', '/sessions/current', { token })
    const { session_id: id } = body.session as { session_id: string }
    return {
      name: person.email,
      way: 'session revoked',
      tries: everywhere(desk, token, ['/me', '/businesses', '/sessions/current']),
      leave: async () =>
        mustBeOk(await firstOf(desk).ask('POST', `/sessions/${id}/revoke`, { token: otherToken })),
    }
  },
]

/** One manager proposes and the other approves, each with their passkey. */
async function decide(desk: Desk, resolution: OperatorChange): Promise<void> {
  const [proposer, approver] = desk.managers
  const deps = { ...depsOf(desk), signing: softwareSigning() }
  const change = {
    mode: 'live',
    facts: { subject: resolution.email },
    summary: 'A proof.',
    resolution,
  } as const
  const { caseId } = await requestChange(deps, { change, operatorId: proposer.id, reason: by.reason })
  await approveCase(deps, { caseId, operatorId: approver.id })
}

const depsOf = ({ owner: pool }: Desk) => ({ pool, clock: { now: () => new Date() } })

const keysOf = (businessId: string): string => `/businesses/${formatId('business', businessId)}/keys`

function firstOf({ clients: [first] }: Desk): PeopleClient {
  if (first === undefined) throw new Error('there is no people process')
  return first
}

async function open(desk: Desk, { passkey }: Enrolled): Promise<string> {
  return firstOf(desk).open(passkey)
}

/** Sends each request to every process in turn with this session. */
function everywhere({ clients }: Desk, token: string, paths: readonly string[]): (() => Promise<Tried>)[] {
  return paths.flatMap((path) =>
    clients.map((client) => async () => toTried(await client.ask('GET', path, { token }))),
  )
}

/** Signs in once more at every process. */
function signsIn({ clients }: Desk, { passkey }: Enrolled): (() => Promise<Tried>)[] {
  return clients.map((client) => async () => toTried(await client.signIn(passkey)))
}

function toTried({ status, code }: Reply): Tried {
  return { isAllowed: status < 400, said: code }
}

function mustBeOk({ code }: Reply): void {
  if (code !== 'ok') throw new Error(`a person could not be stopped: ${code}`)
}

async function addOperator(owner: Pool, roles: readonly OperatorRole[]): Promise<Enrolled> {
  const id = newId()
  const email = `${id}@afara.test`
  await owner.query(`insert into operator (id, email, name, roles) values ($1, $2, 'Bisi', $3)`, [
    id,
    email,
    roles,
  ])
  return enrol(owner, { side: 'operator', id, email })
}

async function addBusinessMember(owner: Pool, role: MemberRole): Promise<Enrolled> {
  const email = `${newId()}@business.test`
  const clock = { now: () => new Date() }
  await addMember({ pool: owner, clock }, { business: LINK_TAG, email, name: 'Ngozi', role }, by)
  const { rows } = await owner.query<{ id: string }>('select id from member where email = $1', [email])
  return enrol(owner, { side: 'member', id: rows[0]?.id ?? '', email })
}

async function enrol(
  owner: Pool,
  person: PersonId & Readonly<{ email: string }>,
  passkey = softwarePasskey(person.id),
): Promise<Enrolled> {
  const passkeyId = newId()
  await insertPersonPasskey(owner, person, {
    id: passkeyId,
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKeyCose,
    signCount: 0,
    name: 'a proof',
    at: new Date(),
  })
  return { ...person, passkey, passkeyId }
}
