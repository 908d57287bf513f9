import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { expectAccessible } from './accessible-page.ts'
import { type Enrolled, openPeopleStage, type PeopleStage } from './people-stage.ts'

let stage: PeopleStage
let origin: string
beforeAll(async () => {
  stage = await openPeopleStage(inject('devStack'))
  ;({ origin } = stage)
})
afterAll(async () => stage?.close())

type Reply = Readonly<Record<string, unknown>>
type Person = Enrolled & Readonly<{ token: string }>

async function post(path: string, body: unknown, token?: string): Promise<Reply> {
  const reply = await fetch(`${origin}/people/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  return (await reply.json()) as Reply
}

/** Invites an operator, who enrols a passkey in a browser of their own, signs in, and signs in their terminal. */
async function join(name: string): Promise<Person> {
  const enrolled = await stage.enrol(name, 'operator', expectAccessible)
  const { page } = enrolled
  const device = await post('devices', { machine: `${name}@laptop` })
  await page.goto(String(device.verification_uri_complete))
  await page.getByText(String(device.user_code)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm with passkey' }).click()
  await page.getByText('Your terminal is signed in').waitFor()
  const session = await post('devices/token', { device_code: device.device_code })
  return { ...enrolled, token: String(session.token) }
}

const command = async ({ token }: Person, args: readonly string[], more: object = {}) =>
  post('commands', { args, ...more }, token)

/** Runs a command, signs on the page that it names, and repeats it. */
async function decide(person: Person, verb: string, ...args: string[]): Promise<Reply> {
  const first = await command(person, args)
  if (first.code !== 'signature_required') return first
  const [asked] = first.errors as [Readonly<Record<'url' | 'text' | 'short_code' | 'case_id', string>>]
  await person.page.goto(asked.url)
  expect((await person.page.locator('.exact').textContent())?.trimEnd()).toBe(asked.text)
  expect(await person.page.getByText(asked.short_code).isVisible()).toBe(true)
  await expectAccessible(person.page)
  await person.page.getByRole('button', { name: `${verb} with passkey` }).click()
  await person.page.getByText('Signed. Return to your terminal.').waitFor()
  return command(person, args, { case_id: asked.case_id })
}

test('invited people enrol passkeys, and a decision needs the passkeys of two of them', async () => {
  const [ada, bola] = [await join('Ada'), await join('Bola')]
  expect(await command(ada, ['freeze', 'all', '--reason', 'a test'])).toMatchObject({ exit_code: 0 })
  const proposed = await decide(ada, 'Propose', 'unfreeze', 'all', '--reason', 'it was a test')
  expect(proposed).toMatchObject({ exit_code: 0 })
  const caseId = /cas_[0-9a-f]{32}/.exec(JSON.stringify(proposed.output))?.[0] ?? ''
  const alone = await decide(ada, 'Approve', 'approve', caseId)
  expect(JSON.stringify(alone)).toContain('approval_by_same_person')
  const approved = await decide(bola, 'Approve', 'approve', caseId)
  expect(approved).toMatchObject({ exit_code: 0 })
  expect(JSON.stringify(approved.output)).toContain('is done')
  const now = await fetch(`${origin}/console/v1/live/now`, {
    headers: { authorization: `Bearer ${bola.token}` },
  })
  expect(((await now.json()) as Reply).frozen).toEqual([])

  await ada.page.goto(origin)
  await expectAccessible(ada.page)
  await ada.page.getByRole('button', { name: 'End the session Ada@laptop' }).click()
  await ada.page.getByText('Ada@laptop').waitFor({ state: 'detached' })
  expect(await command(ada, ['cases'])).toMatchObject({ code: 'session_revoked' })
  await ada.page.getByRole('button', { name: 'Sign out' }).click()
  await ada.page.waitForURL(`${origin}/login`)
  expect([...ada.complaints, ...bola.complaints]).toEqual([])
})
