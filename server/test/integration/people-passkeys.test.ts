import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { invitePerson } from '../../src/records/people/invite-person.ts'
import { attestationOf, createPeopleWorld, type PeopleWorld, type TestPerson } from '../people-world.ts'

const PASSKEYS = '/people/v1/passkeys'
const INVITATIONS = '/people/v1/invitations'
const by = { actor: 'system:test', reason: 'a test' }

let world: PeopleWorld
let bisi: TestPerson
beforeAll(async () => {
  world = await createPeopleWorld()
  bisi = await world.addOperator(['operator'])
})
afterAll(async () => world.drop())

const inviting = () => ({ pool: world.owner, clock: world.clock, mailKey: Buffer.alloc(32, 5) })
const challengeIn = (body: Record<string, unknown>) => (body.options as { challenge: string }).challenge

describe('an invitation', () => {
  let serial = 0
  const invite = async () => {
    serial += 1
    const email = `invited-${serial}@afara.test`
    const id = `01935a00-0000-7000-8000-0000000001${String(serial).padStart(2, '0')}`
    await world.owner.query(`insert into operator (id, email, name) values ($1, $2, 'Chidi')`, [id, email])
    const token = await invitePerson(world.owner, inviting(), { side: 'operator', id }, by)
    return { id, email, token, passkey: softwarePasskey(id) }
  }
  const read = async (token: string) => world.ask('POST', `${INVITATIONS}/read`, { body: { token } })
  const accept = async (token: string, credential: unknown) =>
    world.ask('POST', `${INVITATIONS}/accept`, { body: { token, name: 'Yubikey', credential } })

  test('enrols the first passkey of a person, who then signs in with it', async () => {
    const { id, email, token, passkey } = await invite()
    const opened = await read(token)
    expect(opened.body).toMatchObject({ status: 'success', person: { email } })
    expect(opened.body.options).toMatchObject({
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
    })
    const accepted = await accept(token, attestationOf(passkey, challengeIn(opened.body)))
    expect(accepted.verdict).toBe('200')
    const person: TestPerson = { side: 'operator', id, email, passkey, passkeyId: '' }
    expect((await world.signIn(person)).verdict).toBe('200')
    expect((await read(token)).verdict).toBe('409 invitation_ended')
    const { rows } = await world.owner.query(
      `select from audit where action = 'passkey.enrolled' and actor = $1`,
      [id],
    )
    expect(rows).toHaveLength(1)
  })

  test('is accepted once, also by two requests at once', async () => {
    const { token, passkey, id } = await invite()
    const challenges = [challengeIn((await read(token)).body), challengeIn((await read(token)).body)]
    const passkeys = [passkey, softwarePasskey(id, 'second')] as const
    const answers = await Promise.all(
      challenges.map(async (challenge, at) =>
        accept(token, attestationOf(passkeys[at] ?? passkey, challenge)),
      ),
    )
    expect(answers.map(({ verdict }) => verdict).toSorted()).toEqual(['200', '409 invitation_ended'])
  })

  test('is refused after three days, after a newer one, and if its person is disabled', async () => {
    const late = await invite()
    const replaced = await invite()
    const newer = await invitePerson(world.owner, inviting(), { side: 'operator', id: replaced.id }, by)
    expect((await read(replaced.token)).verdict).toBe('409 invitation_ended')
    expect((await read(newer)).verdict).toBe('200')
    const disabled = await invite()
    await world.owner.query(`update operator set status = 'suspended' where id = $1`, [disabled.id])
    expect((await read(disabled.token)).verdict).toBe('409 invitation_ended')
    world.clock.advance(3 * 24 * 3_600_000)
    expect((await read(late.token)).verdict).toBe('409 invitation_ended')
  })

  test('needs user verification, its own challenge, and a passkey that nobody has', async () => {
    const { token, passkey } = await invite()
    const other = await invite()
    const fresh = async () => challengeIn((await read(token)).body)
    const unverified = attestationOf(passkey, await fresh(), false)
    expect((await accept(token, unverified)).verdict).toBe('401 passkey_refused')
    const ofOther = attestationOf(passkey, challengeIn((await read(other.token)).body))
    expect((await accept(token, ofOther)).verdict).toBe('401 challenge_invalid')
    const { body } = await world.ask('POST', '/people/v1/sessions/options')
    expect((await accept(token, attestationOf(passkey, challengeIn(body)))).verdict).toBe(
      '401 challenge_invalid',
    )
    const taken = attestationOf(bisi.passkey, await fresh())
    expect((await accept(token, taken)).verdict).toBe('409 passkey_exists')
    expect((await accept(token, attestationOf(passkey, await fresh()))).verdict).toBe('200')
  })

  test('is stored as a hash only', async () => {
    const { token } = await invite()
    const { rows } = await world.owner.query<{ text: string }>(
      `select string_agg(i::text, '') || (select string_agg(a::text, '') from audit a) as text from invitation i`,
    )
    expect(rows[0]?.text).not.toContain(token.slice(4))
    expect(rows[0]?.text).not.toContain(Buffer.from(token.slice(4), 'base64url').toString('hex'))
  })
})

describe('a further passkey', () => {
  test('is the same person, and revoking one ends its sessions only', async () => {
    const ada = await world.addOperator(['operator'])
    const token = await world.tokenOf(ada)
    const second = softwarePasskey(ada.id, 'second')
    const { body } = await world.ask('POST', `${PASSKEYS}/options`, { token })
    expect(body.options).toMatchObject({
      excludeCredentials: [{ id: ada.passkey.credentialId.toString('base64url') }],
    })
    const credential = attestationOf(second, challengeIn(body))
    const added = await world.ask('POST', PASSKEYS, { token, body: { name: 'Phone', credential } })
    expect(added.verdict).toBe('200')
    const again = await world.signIn(ada, { passkey: second })
    expect(again.body.person).toMatchObject({ person_id: formatId('operator', ada.id) })
    const first = formatId('passkey', ada.passkeyId)
    const secondToken = String(again.body.token)
    const revoked = await world.ask('POST', `${PASSKEYS}/${first}/revoke`, { token: secondToken })
    expect(revoked.verdict).toBe('200')
    world.clock.advance(4_001)
    expect((await world.ask('GET', PASSKEYS, { token })).verdict).toBe('401 session_revoked')
    const listed = await world.ask('GET', PASSKEYS, { token: secondToken })
    expect(listed.body.passkeys).toMatchObject([{ name: 'Phone' }])
    expect((await world.signIn(ada)).verdict).toBe('401 passkey_revoked')
    const { passkey_id: last } = (listed.body.passkeys as { passkey_id: string }[])[0] ?? {}
    expect((await world.ask('POST', `${PASSKEYS}/${last}/revoke`, { token: secondToken })).verdict).toBe(
      '409 passkey_last',
    )
  })

  test('needs a sign-in in the last ten minutes, and the session that asked for it', async () => {
    const ada = await world.addOperator(['operator'])
    const [token, other] = [await world.tokenOf(ada), await world.tokenOf(ada)]
    const { body } = await world.ask('POST', `${PASSKEYS}/options`, { token })
    const credential = attestationOf(softwarePasskey(ada.id, 'second'), challengeIn(body))
    const add = async (by: string) =>
      world.ask('POST', PASSKEYS, { token: by, body: { name: 'Phone', credential } })
    expect((await add(other)).verdict).toBe('401 challenge_invalid')
    world.clock.advance(10 * 60_000)
    expect((await add(token)).verdict).toBe('403 session_not_fresh')
    expect((await world.ask('POST', `${PASSKEYS}/options`, { token })).verdict).toBe('403 session_not_fresh')
  })

  test('keeps its owner, its key and its end in the database', async () => {
    const ada = await world.addOperator(['operator'])
    const change = async (set: string) =>
      world.owner.query(`update passkey set ${set} where id = $1`, [ada.passkeyId])
    await change('sign_count = 5')
    for (const set of [
      `operator_id = (select id from operator where id <> operator_id limit 1)`,
      `public_key = '\\x01'`,
      `credential_id = '\\x01'`,
      'sign_count = 4',
    ])
      await expect(change(set)).rejects.toMatchObject({ code: 'AF002' })
    await change('revoked_at = created_at')
    await expect(change('revoked_at = null')).rejects.toMatchObject({ code: 'AF002' })
  })
})
