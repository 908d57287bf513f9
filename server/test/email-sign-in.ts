import { generateSync } from 'otplib'
import { unsealBytes } from '../src/kernel/seal-bytes.ts'
import type { Answer, PeopleWorld, TestPerson } from './people-world.ts'
import { MAIL_KEY } from './post-office.ts'

/** Returns the code that an app shows so many codes from now. */
export function codeOf({ clock }: PeopleWorld, secret: string, later = 0): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1_000) + 30 * later })
}

/** Sets up codes for a member and returns their secret. */
export async function setUpCodes(world: PeopleWorld, person: TestPerson): Promise<string> {
  const token = await world.tokenOf(person)
  const { body } = await world.ask('POST', '/people/v1/codes/options', { token })
  const secret = String(body.secret)
  const code = codeOf(world, secret, -1)
  const { verdict } = await world.ask('POST', '/people/v1/codes', { token, body: { code } })
  if (verdict !== '200') throw new Error(`cannot set up codes: ${verdict}`)
  return secret
}

/** Adds a member who set up codes. */
export async function addMemberWithCodes(
  world: PeopleWorld,
  business: string,
): Promise<TestPerson & { secret: string }> {
  const person = await world.addMember([[business, 'owner']])
  return { ...person, secret: await setUpCodes(world, person) }
}

/** Asks for a link and returns the cookie that the browser keeps. */
export async function askForLink(
  world: PeopleWorld,
  email: string,
  more: Readonly<{ cookie?: string; from?: string }> = {},
): Promise<Answer & { cookie: string }> {
  const answer = await world.ask('POST', '/people/v1/sign-in/email', { body: { email }, ...more })
  return { ...answer, cookie: cookieIn(answer) }
}

/** Returns the token in the newest link that was mailed to a person and is not sent yet. */
export async function mailedToken(world: PeopleWorld, { id }: Pick<TestPerson, 'id'>): Promise<string> {
  const { rows } = await world.owner.query<{ id: string; sealed: Buffer }>(
    `select id, sealed from mail where $1 in (operator_id, member_id) and sealed is not null order by created_at desc, id desc`,
    [id],
  )
  if (rows[0] === undefined) throw new Error('no link was mailed')
  return unsealBytes(MAIL_KEY, rows[0].id, rows[0].sealed).toString()
}

export async function openLink(world: PeopleWorld, token: string, cookie: string): Promise<Answer> {
  return world.ask('POST', '/people/v1/sign-in/link', { body: { token }, cookie })
}

export async function sendCode(world: PeopleWorld, code: string, cookie: string): Promise<Answer> {
  return world.ask('POST', '/people/v1/sign-in/code', { body: { code }, cookie })
}

/** Signs a member in with a link and a code, and returns the token of the session. */
export async function signInByMail(world: PeopleWorld, person: TestPerson, secret: string): Promise<string> {
  const { cookie } = await askForLink(world, person.email)
  await openLink(world, await mailedToken(world, person), cookie)
  const answer = await sendCode(world, codeOf(world, secret), cookie)
  if (answer.verdict !== '200') throw new Error(`cannot sign in: ${answer.verdict}`)
  return cookieIn(answer).replace('afara_session=', '')
}

function cookieIn({ headers }: Answer): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}
