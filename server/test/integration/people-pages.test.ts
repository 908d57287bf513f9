import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDecidingWorld } from '../deciding-world.ts'
import { assertionOf, createPeopleWorld, type TestPerson } from '../people-world.ts'

const database = await createTestDatabase()
const world = await createDecidingWorld(database)
const people = await createPeopleWorld(database)

type Desk = Readonly<{ person: TestPerson; token: string }>
type Asked = Readonly<{
  url: string
  text: string
  short_code: string
  challenge: string
  signature_request_id: string
  case_id: string
}>

let ada: Desk
let bola: Desk
beforeAll(async () => {
  ada = await seat('Ada Obi')
  bola = await seat('Bola Eke')
})
afterAll(async () => {
  await people.stop()
  await world.close()
})

async function seat(name: string): Promise<Desk> {
  const person = await people.addOperator(['operator'], name)
  return { person, token: await people.tokenOf(person) }
}

const open = async (url: string, desk?: Desk) =>
  people.ask('GET', url.replace('http://localhost/', '/'), {
    ...(desk !== undefined && { token: desk.token }),
  })
const send = async ({ token }: Desk, args: readonly string[], more: object = {}) =>
  people.ask('POST', '/people/v1/commands', { token, body: { args, ...more } })

/** Sends a command that decides, and returns what it asks its operator to sign. */
async function ask(desk: Desk, args: readonly string[]): Promise<Asked> {
  const { verdict, body } = await send(desk, args)
  expect(verdict).toBe('401 signature_required')
  return (body.errors as [Asked])[0]
}

/** Signs as the page does. */
async function sign({ person, token }: Desk, { signature_request_id: id, challenge }: Asked) {
  const credential = assertionOf(person.passkey, challenge)
  return people.ask('POST', `/people/v1/signatures/${id}/sign`, { token, body: { credential } })
}

async function unmatched(): Promise<string> {
  const account = await world.openAccount()
  const payer = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' }
  return world.ask(account, await world.pay(account, 50_000, payer), 'unmatched')
}

const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe('a decision that is signed on its page', () => {
  test('is proposed by one person, refused to the same person, and carried out when a second approves it', async () => {
    const caseId = await unmatched()
    const propose = ['propose', caseId, '--keep', '--reason', 'nobody claims it <b>']
    const asked = await ask(ada, propose)
    const page = await open(asked.url, ada)
    expect(page.verdict).toBe('200')
    expect(textOf(page.text)).toContain(asked.text)
    expect(page.text).toContain(asked.short_code)
    expect(page.text).toContain('You propose this')
    expect(page.text).not.toContain('<b>"')
    expect((await sign(ada, asked)).verdict).toBe('200')
    expect((await send(ada, propose)).body).toMatchObject({ exit_code: 0 })

    const approve = ['approve', caseId]
    const alone = await send(ada, approve)
    if (alone.verdict === '401 signature_required') await sign(ada, (alone.body.errors as [Asked])[0])
    expect((await send(ada, approve)).text).toContain('approval_by_same_person')
    const asking = await ask(bola, approve)
    expect(asking.text).toBe(asked.text)
    expect((await open(asking.url, bola)).text).toContain('Ada Obi proposed this')
    expect((await sign(bola, asking)).verdict).toBe('200')
    expect((await send(bola, approve)).body).toMatchObject({ exit_code: 0 })
    expect((await send(ada, ['show', caseId])).text).toContain('resolved')
  })

  test('needs a new signature after its first one was taken: a signature works for one command', async () => {
    const caseId = await unmatched()
    const propose = ['propose', caseId, '--keep', '--reason', 'nobody claims it']
    const asked = await ask(ada, propose)
    await sign(ada, asked)
    const both = await Promise.all([send(ada, propose), send(ada, propose)])
    expect(both.filter(({ body }) => body.exit_code === 0)).toHaveLength(1)
  })

  test('is shown to the person who is asked, and to nobody else', async () => {
    const asked = await ask(ada, ['propose', await unmatched(), '--keep', '--reason', 'nobody claims it'])
    const others = await open(asked.url, bola)
    expect(others.verdict).toBe('404')
    expect(others.text).not.toContain(asked.short_code)
    const nobody = await open(asked.url)
    expect(nobody.verdict).toBe('303')
    expect(nobody.headers.location).toBe(
      `/login?next=${encodeURIComponent(asked.url.replace('http://localhost', ''))}`,
    )
  })
})

test('every page forbids inline scripts, other hosts, frames and caches', async () => {
  for (const url of ['/', '/login', '/enrol', '/device', '/decide/sgr_1']) {
    const { headers, text } = await open(url, ada)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['cache-control']).toBe('no-store')
    expect(text).not.toMatch(
      /<script(?![^>]* src="\/people\/assets\/)|<style|style=|on(click|load|error)=|https?:\/\//,
    )
  }
})

test.each([
  ['/device?code=BCDF-GHJK', '/device?code=BCDF-GHJK'],
  ['/decide/sgr_0', '/decide/sgr_0'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['https://evil.test/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('after a sign-in with next=%s, the person is at %s', async (next, opened) => {
  const { text } = await open(`/login?next=${encodeURIComponent(next)}`)
  expect(text).toContain(`data-next="${opened}"`)
})

test('the page of a terminal shows its code, its name and its address, and an unknown code is refused', async () => {
  const { body } = await people.ask('POST', '/people/v1/devices', {
    body: { machine: 'ada@<laptop>' },
    from: '10.20.30.40',
  })
  const page = await open(`/device?code=${String(body.user_code)}`, ada)
  expect(page.text).toContain(String(body.user_code))
  expect(page.text).toContain('ada@&lt;laptop&gt;')
  expect(page.text).toContain('10.20.30.40')
  const wrong = await open('/device?code=BBBB-BBBB', ada)
  expect(wrong.verdict).toBe('404')
  expect(wrong.text).toContain('No terminal waits for this code')
})
