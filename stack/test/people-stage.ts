import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { createOperator } from '@afara/server/records/operators/manage-operators.ts'
import { invitePerson } from '@afara/server/records/people/invite-person.ts'
import type { OperatorRole } from '@afara/server/records/people/role-actions.ts'
import type { Browser, Page } from 'playwright-core'
import { submitFile } from '../src/postgres/go-live.ts'
import type { SharedDevStack } from './shared-dev-stack.ts'
import { addAuthenticator, openWatchedPage, startBrowser } from './watched-browser.ts'

/** A person with a passkey in a browser of their own, in which they are signed in. */
export type Enrolled = Readonly<{ page: Page; complaints: string[]; name: string }>

export type PeopleStage = Awaited<ReturnType<typeof openPeopleStage>>

const by = { actor: 'system:test', reason: 'a test' }

/** Starts a browser, in which invited operators enrol passkeys. */
export async function openPeopleStage(stack: SharedDevStack) {
  const browser = await startBrowser()
  const origin = stack.environment['PEOPLE_ORIGIN'] ?? ''
  return {
    stack,
    browser,
    origin,
    enrol: async (
      name: string,
      role: OperatorRole,
      look?: (page: Page) => Promise<void>,
    ): Promise<Enrolled> => enrol({ stack, browser, origin }, { name, role, look }),
    /** Submits a go-live file for a business, without its contents. */
    submitFile: async (business: string): Promise<void> =>
      asOwner(stack, async (pool) => submitFile(pool, business)),
    close: async (): Promise<void> => browser.close(),
  }
}

type Invited = Readonly<{
  name: string
  role: OperatorRole
  /** Called with each page on the way. */
  look?: ((page: Page) => Promise<void>) | undefined
}>

/** Invites an operator, who enrols a passkey and signs in. */
async function enrol(
  { stack, browser, origin }: Readonly<{ stack: SharedDevStack; browser: Browser; origin: string }>,
  { name, role, look = async () => {} }: Invited,
): Promise<Enrolled> {
  const email = `${name.toLowerCase()}@people.test`
  const token = await invite(stack, { email, name: `${name} Obi`, role })
  const { page, complaints } = await openWatchedPage(browser, {})
  await addAuthenticator(page)
  await page.goto(`${origin}/enrol#${token}`)
  await page.getByText(email).waitFor()
  await look(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByText('Your passkey is ready').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await look(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: `${name} Obi` }).waitFor()
  return { page, complaints, name }
}

/** Adds an operator and returns the token of their invitation. Two people would decide it; these tests are about what follows. */
async function invite(
  { environment }: SharedDevStack,
  { email, name, role }: Readonly<{ email: string; name: string; role: OperatorRole }>,
): Promise<string> {
  return asOwner({ environment }, async (pool) => {
    const { id } = await createOperator(pool, { email, name, roles: [role], ...by })
    const mailKey = Buffer.from(environment['MAIL_SECRETS_KEY'] ?? '', 'base64')
    return invitePerson(pool, { clock: systemClock, mailKey }, { side: 'operator', id }, by)
  })
}

async function asOwner<T>(
  { environment }: Pick<SharedDevStack, 'environment'>,
  work: (pool: Pool) => Promise<T>,
): Promise<T> {
  const pool = createPool(environment['DATABASE_URL_OWNER'] ?? '', { max: 1, applicationName: 'test' })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
