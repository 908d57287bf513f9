import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { unsealBytes } from '../../src/kernel/seal-bytes.ts'
import type { MemberRole } from '../../src/records/people/role-actions.ts'
import { assertionOf, attestationOf, createPeopleWorld, ORIGIN, type TestPerson } from '../people-world.ts'
import { MAIL_KEY } from '../post-office.ts'

type Asked = Record<string, unknown>

export const idOf = ({ id }: TestPerson): string => formatId('member', id)

/** Creates businesses with teams, and people who change them and join them. */
export async function createTeamStage() {
  const database = await createTestDatabase()
  const world = await createPeopleWorld(database)
  let made = 0

  /** Asks for the text of a change and returns what sends it with a signature. */
  const start = async (path: string, person: TestPerson, body: Asked | undefined, route = '/members') => {
    const token = await world.tokenOf(person)
    const asked = await world.ask('POST', `${path}${route}/options`, { token, body })
    const { challenge } = (asked.body.options ?? { challenge: 'AAAA' }) as { challenge: string }
    const credential = assertionOf(person.passkey, challenge)
    const send = async (more: Asked = {}, as = token) =>
      world.ask('POST', `${path}${route}`, {
        token: as,
        body: { ...body, change_id: asked.body.change_id, credential, ...more },
      })
    return { asked, challenge, token, send }
  }

  return {
    database,
    world,
    start,
    /** Creates a business with people in these roles. */
    aTeam: async (...roles: readonly MemberRole[]) => {
      made += 1
      const id = await world.addBusiness(`team-${made}`)
      const people = await Promise.all(roles.map(async (role) => world.addMember([[id, role]])))
      return { id, people, path: `/account/v1/businesses/${formatId('business', id)}` }
    },
    /** Makes a change as a person does who confirms it. */
    change: async (path: string, person: TestPerson, body: Asked) => {
      const { asked, send } = await start(path, person, body)
      return asked.verdict === '200' ? send() : asked
    },
    read: async (path: string, person: TestPerson) =>
      (await world.ask('GET', `${path}/members`, { token: await world.tokenOf(person) })).body as {
        members: { member_id: string; role: string; email: string; name: string }[]
        invitations: { invitation_id: string; email: string; role: string }[]
        roles: { role: string; may: string[] }[]
      },
    /** Returns the token in the newest invitation of an address. Only the holder of the mailbox has it. */
    mailedTo: async (email: string): Promise<string> => {
      const { rows } = await world.owner.query<{ id: string; sealed: Buffer }>(
        `select x.id, x.sealed from mail x join team_invitation i on i.id = x.team_invitation_id where i.email = $1
         order by x.created_at desc, x.id desc limit 1`,
        [email],
      )
      const { id, sealed } = rows[0] ?? { id: '', sealed: Buffer.alloc(0) }
      return unsealBytes(MAIL_KEY, id, sealed).toString()
    },
    /** Joins as a person who is new to us. */
    join: async (token: string, name = 'Bola Ade') => {
      const body = { token, name }
      const asked = await world.ask('POST', '/account/v1/join/options', { body, origin: ORIGIN })
      if (asked.verdict !== '200') return asked
      const { challenge } = asked.body.options as { challenge: string }
      const credential = attestationOf(softwarePasskey(newId()), challenge)
      return world.ask('POST', '/account/v1/join', {
        body: { ...body, join_id: asked.body.join_id, credential },
        origin: ORIGIN,
      })
    },
    /** Joins with a passkey that the person has. */
    joinWith: async (person: TestPerson, token: string) => {
      const asked = await world.ask('POST', '/people/v1/sessions/options')
      const { challenge } = asked.body.options as { challenge: string }
      const body = { token, credential: assertionOf(person.passkey, challenge) }
      return world.ask('POST', '/account/v1/join/accept', { body, origin: ORIGIN })
    },
    /** Returns which changes a person was told by mail. */
    told: async (person: TestPerson): Promise<string[]> => {
      const { rows } = await world.owner.query<{ action: string }>(
        `select details ->> 'action' as action from mail where member_id = $1 and kind = 'team_changed' order by created_at, id`,
        [person.id],
      )
      return rows.map(({ action }) => action)
    },
    stop: async (): Promise<void> => {
      await world.stop()
      await database.drop()
    },
  }
}
