import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { hashDecision, shortCode } from '../../src/records/decisions/decision-text.ts'
import { fetchSignature, requestSignature } from '../../src/records/decisions/request-signature.ts'
import { assertionOf, createPeopleWorld, type PeopleWorld, type TestPerson } from '../people-world.ts'

let world: PeopleWorld
let bisi: TestPerson
let chidi: TestPerson
let count = 0
beforeAll(async () => {
  world = await createPeopleWorld()
  bisi = await world.addOperator(['operator'])
  chidi = await world.addOperator(['operator'], 'Chidi')
})
afterAll(async () => world.drop())

const newText = () => {
  count += 1
  return `Afara decision 1\nmode: "test"\ndecision.action: "keep"\nreason: "number ${count}"`
}
const ask = async (text: string, person = bisi) =>
  requestSignature({ pool: world.owner, clock: world.clock }, { operatorId: person.id, text })
const take = async (text: string, person = bisi) =>
  fetchSignature(world.owner, world.clock, { operatorId: person.id, text })
const urlOf = (id: string) => `/people/v1/signatures/${formatId('signatureRequest', id)}`
const read = async (id: string, person = bisi) =>
  world.ask('GET', urlOf(id), { token: await world.tokenOf(person) })

const sign = async (
  id: string,
  text: string,
  {
    person = bisi,
    passkey = person.passkey,
    ...more
  }: Readonly<{
    person?: TestPerson
    passkey?: TestPerson['passkey']
    isVerified?: boolean
    signedFor?: string
  }> = {},
) => {
  const credential = assertionOf(passkey, hashDecision(text).toString('base64url'), more)
  return world.ask('POST', `${urlOf(id)}/sign`, { token: await world.tokenOf(person), body: { credential } })
}

describe('the signature of a decision', () => {
  test('waits for the command that asked for it, and is taken once', async () => {
    const text = newText()
    const { id } = await ask(text)
    expect((await read(id)).body.signature).toMatchObject({ state: 'waiting', short_code: shortCode(text) })
    expect(await take(text)).toBeUndefined()
    expect((await sign(id, text)).body.signature).toMatchObject({ state: 'signed' })
    expect((await read(id)).body.signature).toMatchObject({ state: 'signed' })
    const both = await Promise.all([take(text), take(text)])
    expect(both.filter((one) => one !== undefined)).toEqual([
      expect.objectContaining({ credentialId: bisi.passkey.credentialId }),
    ])
    expect((await read(id)).verdict).toBe('404 signature_request_unknown')
  })

  test('is given only by the person who is asked', async () => {
    const text = newText()
    const { id } = await ask(text)
    expect((await read(id, chidi)).verdict).toBe('404 signature_request_unknown')
    expect((await sign(id, text, { person: chidi })).verdict).toBe('404 signature_request_unknown')
    expect((await sign(id, text, { passkey: chidi.passkey })).verdict).toBe('403 signature_invalid')
    expect((await sign(id, text, { passkey: softwarePasskey('a stranger') })).verdict).toBe(
      '403 signature_invalid',
    )
    expect(await take(text)).toBeUndefined()
  })

  test('is for exactly this text, from our own page, with an unlocked passkey', async () => {
    const text = newText()
    const { id } = await ask(text)
    expect((await sign(id, `${text} `)).verdict).toBe('403 signature_invalid')
    expect((await sign(id, text, { isVerified: false })).verdict).toBe('403 signature_invalid')
    expect((await sign(id, text, { signedFor: 'https://evil.test' })).verdict).toBe('403 signature_invalid')
    expect(await take(text)).toBeUndefined()
    expect((await sign(id, text)).verdict).toBe('200')
    expect((await sign(id, text)).verdict).toBe('404 signature_request_unknown')
  })

  test('can be given for five minutes, and is kept no longer', async () => {
    const [late, signed] = [newText(), newText()]
    const requests = [await ask(late), await ask(signed)] as const
    world.clock.advance(4 * 60_000)
    expect((await sign(requests[1].id, signed)).verdict).toBe('200')
    world.clock.advance(60_000)
    expect((await sign(requests[0].id, late)).verdict).toBe('404 signature_request_unknown')
    expect(await take(signed)).toBeUndefined()
  })

  test('has one request at a time: a repeated command waits for the same request', async () => {
    const text = newText()
    expect((await ask(text)).id).toBe((await ask(text)).id)
    expect((await ask(text, chidi)).id).not.toBe((await ask(text)).id)
  })

  test('can be refused, and the command stops waiting', async () => {
    const text = newText()
    const { id } = await ask(text)
    const token = await world.tokenOf(bisi)
    const others = await world.ask('POST', `${urlOf(id)}/refuse`, { token: await world.tokenOf(chidi) })
    expect(others.verdict).toBe('404 signature_request_unknown')
    expect((await world.ask('POST', `${urlOf(id)}/refuse`, { token })).verdict).toBe('200')
    expect((await read(id)).verdict).toBe('404 signature_request_unknown')
  })
})

test('PostgreSQL refuses a text with another hash, a second signature, and a passkey of somebody else', async () => {
  const text = newText()
  const { id } = await ask(text)
  await expect(
    world.owner.query(
      `insert into signature_request (id, operator_id, text, hash, created_at, expires_at)
      select gen_random_uuid(), operator_id, text || '!', hash, created_at, expires_at from signature_request where id = $1`,
      [id],
    ),
  ).rejects.toMatchObject({ code: '23514' })
  const store = async ({ passkey }: TestPerson) =>
    world.owner.query(
      `update signature_request set signed_at = created_at, credential_id = $2, authenticator_data = $3, client_data = 'x', signature = 'x'
       where id = $1`,
      [id, passkey.credentialId, Buffer.alloc(37)],
    )
  await expect(store(chidi)).rejects.toMatchObject({ code: 'AF442' })
  await store(bisi)
  await expect(store(bisi)).rejects.toMatchObject({ code: 'AF002' })
})
