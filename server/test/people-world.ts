import { resolve } from 'node:path'
import {
  browserAssertion,
  type SoftwarePasskey,
  softwarePasskey,
} from '@afara/stack/authenticator/software-passkey.ts'
import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createPeopleApp } from '../src/entry/people/people-app.ts'
import { newId } from '../src/kernel/ids/ids.ts'
import { createPool, type Pool } from '../src/kernel/postgres/pool.ts'
import type { NameEnquiry } from '../src/movements/payouts/name-enquiry.ts'
import { createBusiness } from '../src/records/businesses/manage-business.ts'
import type { PersonId } from '../src/records/people/person.ts'
import { insertPersonPasskey } from '../src/records/people/person-passkey-store.ts'
import type { MemberRole, OperatorRole } from '../src/records/people/role-actions.ts'
import { wirePeople } from '../src/wire/wire-people.ts'
import { tokenKeyPair } from './integration/test-api.ts'
import { createManualClock } from './manual-clock.ts'
import { MAIL_KEY } from './post-office.ts'
import { testKeyring } from './test-keyring.ts'

export const ORIGIN = 'http://localhost'
const relyingParty = { id: 'localhost', origin: ORIGIN }

/** A person with their first passkey. */
export type TestPerson = PersonId & Readonly<{ email: string; passkey: SoftwarePasskey; passkeyId: string }>

export type Answer = Readonly<{
  status: number
  /** The status, with the error code if it is an error. */
  verdict: string
  headers: Readonly<Record<string, unknown>>
  body: Record<string, unknown>
  text: string
}>

export type PeopleWorld = Readonly<{
  app: FastifyInstance
  owner: Pool
  clock: ReturnType<typeof createManualClock>
  addOperator(roles: readonly OperatorRole[], name?: string): Promise<TestPerson>
  addMember(memberships: ReadonlyArray<readonly [businessId: string, role: MemberRole]>): Promise<TestPerson>
  addBusiness(linkTag: string): Promise<string>
  /** Sends a request. By default it is one of a terminal. */
  ask(method: 'GET' | 'POST', url: string, options?: AskOptions): Promise<Answer>
  /** Answers a sign-in with the person's passkey. */
  signIn(person: TestPerson, more?: SignInOptions): Promise<Answer>
  /** Signs in at a terminal and returns the token. */
  tokenOf(person: TestPerson): Promise<string>
  /** Stops the process. The database stays, if it was given. */
  stop(): Promise<void>
  drop(): Promise<void>
}>

type AskOptions = Readonly<{
  token?: string | undefined
  cookie?: string
  origin?: string
  body?: unknown
  /** Source address. By default every request has its own, so that no limit is reached. */
  from?: string
}>

type SignInOptions = Readonly<{
  client?: 'browser' | 'terminal'
  isVerified?: boolean
  counter?: number
  /** A challenge that was issued before. */
  challenge?: string
  signedFor?: string
  passkey?: SoftwarePasskey
  from?: string
}>

/** Creates a people process on a database of its own, with a clock that the test moves. */
export async function createPeopleWorld(given?: TestDatabase, names?: NameEnquiry): Promise<PeopleWorld> {
  const database = given ?? (await createTestDatabase())
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const clock = createManualClock(new Date())
  const wired = wirePeople(
    {
      people: { host: '127.0.0.1', port: 0 },
      console: undefined,
      trustedProxies: [],
      relyingParty,
      docsUrl: 'https://api.afara.test',
      durability: undefined,
      databaseUrl: database.url('afara_people'),
      tokenKey: tokenKeyPair.privateKey,
      pagesFolder: resolve(import.meta.dirname, 'pages'),
      knownAddresses: { live: {}, test: {} },
      chains: { live: {}, test: {} },
      totpKey: Buffer.alloc(32, 6),
      businessKeys: testKeyring,
      signer: undefined,
      payer: undefined,
      cell: 'dev',
      peppers: new Map([[1, Buffer.alloc(32, 7)]]),
      mailKey: MAIL_KEY,
    },
    clock,
  )
  const deps = {
    ...wired,
    ...(names && { names }),
    gate: { ...wired.gate, logRequest: () => {} },
    logger: pino({ level: 'silent' }),
  }
  const app = createPeopleApp(deps)
  const stop = async () => {
    await app.close()
    await wired.stop()
    await owner.end()
  }
  let asked = 0

  const ask: PeopleWorld['ask'] = async (method, url, { token, cookie, origin, body, from } = {}) => {
    asked += 1
    const request: InjectOptions = {
      method,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
        ...(origin !== undefined && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'user-agent': 'a test',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      remoteAddress: from ?? `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
    }
    const response = await app.inject(request)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const read = isJson ? response.json<Record<string, unknown>>() : {}
    const code = isJson && response.statusCode >= 400 ? ` ${String(read.code)}` : ''
    return {
      status: response.statusCode,
      verdict: `${response.statusCode}${code}`,
      headers: response.headers,
      body: read,
      text: response.body,
    }
  }

  const enrol = async (person: PersonId & { email: string }): Promise<TestPerson> => {
    const passkey = softwarePasskey(person.id)
    const passkeyId = newId()
    await insertPersonPasskey(owner, person, {
      id: passkeyId,
      credentialId: passkey.credentialId,
      publicKey: passkey.publicKeyCose,
      signCount: 0,
      name: 'a test',
      at: clock.now(),
    })
    return { ...person, passkey, passkeyId }
  }

  const signIn: PeopleWorld['signIn'] = async (person, more = {}) => {
    const from = more.from === undefined ? {} : { from: more.from }
    const challenge = more.challenge ?? (await newChallenge())
    const credential = assertionOf(more.passkey ?? person.passkey, challenge, more)
    return ask('POST', '/people/v1/sessions', {
      body: { client: more.client ?? 'terminal', credential },
      ...from,
    })
  }

  const newChallenge = async (): Promise<string> => {
    const { body } = await ask('POST', '/people/v1/sessions/options')
    return (body.options as { challenge: string }).challenge
  }

  return {
    app,
    owner,
    clock,
    ask,
    signIn,
    tokenOf: async (person) => {
      const { body, verdict } = await signIn(person)
      if (verdict !== '200') throw new Error(`cannot sign in: ${verdict}`)
      return String(body.token)
    },
    addBusiness: async (linkTag) => {
      const why = { actor: 'system:test', reason: 'a test' }
      return (await createBusiness(owner, { name: `Business ${linkTag}`, linkTag, ...why })).id
    },
    addOperator: async (roles, name = 'Bisi') => {
      const id = newId()
      const email = `${id}@afara.test`
      await owner.query(`insert into operator (id, email, name, roles) values ($1, $2, $3, $4)`, [
        id,
        email,
        name,
        roles,
      ])
      return enrol({ side: 'operator', id, email })
    },
    addMember: async (memberships) => {
      const id = newId()
      const email = `${id}@business.test`
      const now = clock.now()
      await owner.query(
        `insert into member (id, email, name, created_at, email_confirmed_at) values ($1, $2, 'Ngozi', $3, $3)`,
        [id, email, now],
      )
      for (const [businessId, role] of memberships) {
        await owner.query(
          `insert into membership (member_id, business_id, role, created_at) values ($1, $2, $3, $4)`,
          [id, businessId, role, now],
        )
      }
      return enrol({ side: 'member', id, email })
    },
    stop,
    drop: async () => {
      await stop()
      await database.drop()
    },
  }
}

/** Returns what a browser sends after `navigator.credentials.get()`. */
export function assertionOf(
  passkey: SoftwarePasskey,
  challenge: string,
  more: Readonly<{ isVerified?: boolean; counter?: number; signedFor?: string }> = {},
) {
  const assertion = passkey.assert({
    challenge: Buffer.from(challenge, 'base64url'),
    rpId: relyingParty.id,
    origin: more.signedFor ?? ORIGIN,
    ...(more.isVerified !== undefined && { isVerified: more.isVerified }),
    ...(more.counter !== undefined && { counter: more.counter }),
  })
  return browserAssertion(assertion)
}

/** Returns what a browser sends after `navigator.credentials.create()`. */
export function attestationOf(passkey: SoftwarePasskey, challenge: string, isVerified = true) {
  const { credentialId, attestationObject, clientData } = passkey.attest({
    challenge: Buffer.from(challenge, 'base64url'),
    rpId: relyingParty.id,
    origin: ORIGIN,
    isVerified,
  })
  const id = credentialId.toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    },
  }
}
