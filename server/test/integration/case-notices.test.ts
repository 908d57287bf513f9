import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { advanceMail } from '../../src/flows/mail/send-mail.ts'
import { createWalledSender } from '../../src/rails/webhooks/walled-sender.ts'
import { handOverCase, takeCase } from '../../src/records/cases/case-step-store.ts'
import { remindCaseOwners, requireCase } from '../../src/records/cases/case-store.ts'
import { createDecidingWorld } from '../deciding-world.ts'
import { openPostOffice } from '../post-office.ts'
import { startReceiver } from '../webhook-receiver.ts'

const database = await createTestDatabase()
const world = await createDecidingWorld(database)
const team = await startReceiver()
const sender = createWalledSender({ allowLoopback: true })
const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const office = await openPostOffice(database, world.clock, {
  url: team.urlOf('/cases'),
  key: Buffer.alloc(32, 9),
  sender,
})
afterAll(async () => {
  await office.stop()
  await sender.close()
  await team.stop()
  await world.close()
})

const { owner, worker, clock } = world
const MINUTE_MS = 60_000
const heard = async (name: string): Promise<readonly string[]> => {
  await office.deliver()
  return office.to(`${name}@afara.test`).map(({ subject }) => subject)
}
const open = async (): Promise<string> => {
  const account = await world.openAccount()
  return world.ask(account, await world.pay(account, 5_000), 'unmatched')
}
const step = async (caseId: string, operatorId: string) => {
  const { id, version } = await requireCase(owner, caseId)
  return { caseId: id, version, operatorId, reason: 'I am at lunch', at: clock.now() }
}

test('the owner of a case hears when it is handed over, due soon and overdue, each once', async () => {
  const caseId = await open()
  await owner.query('begin')
  await owner.query('alter table case_file disable trigger user')
  await owner.query(`update case_file set due_at = $1 where state = 'open'`, [
    new Date(clock.now().getTime() + 60 * MINUTE_MS),
  ])
  await owner.query('alter table case_file enable trigger user')
  await owner.query('commit')
  await takeCase(owner, await step(caseId, world.bisi))
  expect(await heard('bisi')).toEqual([])
  await handOverCase(owner, await step(caseId, world.bisi), world.chidi)
  expect(await heard('chidi')).toEqual(['Bisi handed a case over to you (test)'])

  expect(await remindCaseOwners(worker, clock.now())).toBe(0)
  clock.advance(40 * MINUTE_MS)
  expect(await remindCaseOwners(worker, clock.now())).toBe(1)
  expect(await remindCaseOwners(worker, clock.now())).toBe(0)
  clock.advance(30 * MINUTE_MS)
  expect(await remindCaseOwners(worker, clock.now())).toBe(1)
  expect(await remindCaseOwners(worker, clock.now())).toBe(0)
  expect(await heard('chidi')).toEqual([
    'Bisi handed a case over to you (test)',
    'Your case is due soon (test)',
    'Your case is overdue (test)',
  ])
  const [mail] = office.to('chidi@afara.test')
  expect(mail?.text).toContain(`npx afara ops show ${caseId}`)
  expect(mail?.text).not.toMatch(/5,000|OKONKWO/)
  expect(await heard('bisi')).toEqual([])
})

test('a proposal tells the owner of the case, and every other operator if the owner proposed it', async () => {
  await world.hire('Halima')
  const [own, others] = [await open(), await open()]
  await takeCase(owner, await step(own, world.chidi))
  await world.propose(own, { action: 'return' })
  expect((await heard('chidi')).at(-1)).toBe('A proposal of Bisi waits for your approval (test)')
  expect(await heard('halima')).toEqual([])
  await world.propose(others, { action: 'return' })
  expect(await heard('halima')).toEqual(['A proposal of Bisi waits for your approval (test)'])
  expect(await heard('bisi')).toEqual([])
})

type Told = Readonly<{
  id: string
  type: string
  data: Readonly<{ why: string; case_id: string; to: Readonly<{ email: string }> }>
}>
/** What the endpoint of the team heard, as far as its signature is valid. Throws if it is not. */
const verified = () =>
  team.at('/cases').map(({ headers, body }) => {
    // The clock of this world is not the clock of the machine, and the library compares the time too.
    const timestamp = Number(headers['webhook-timestamp'])
    const now = Date.now
    Date.now = () => timestamp * 1000
    try {
      return new Webhook(SECRET).verify(body, headers as Record<string, string>) as Told
    } finally {
      Date.now = now
    }
  })

test('the endpoint of the team gets every notice signed, once per event id, and after it was down', async () => {
  const before = verified().length
  expect(before).toBe(new Set(verified().map(({ id }) => id)).size)
  expect(before).toBeGreaterThan(0)
  const caseId = await open()
  await takeCase(owner, await step(caseId, world.bisi))
  team.answer('/cases', 503)
  await handOverCase(owner, await step(caseId, world.bisi), world.chidi)
  await office.deliver()
  team.answer('/cases', 200)
  clock.advance(10 * MINUTE_MS)
  await office.deliver()
  await office.deliver()
  const told = verified().slice(before)
  expect(told.map(({ type, data }) => [type, data.why, data.case_id, data.to.email])).toEqual(
    Array.from({ length: 2 }, () => ['case.notice', 'handed_over', caseId, 'chidi@afara.test']),
  )
  expect(told[0]).toEqual(told[1])
  expect(JSON.stringify(told)).not.toMatch(/5,000|OKONKWO/)
  // The mail of the same notice did not wait for the endpoint.
  expect((await heard('chidi')).filter((subject) => subject.includes('handed a case over')).length).toBe(2)
  const { rows } = await owner.query(
    `select count(*)::integer as waiting from mail where kind = 'case_hook' and sent_at is null and given_up_at is null`,
  )
  expect(rows).toEqual([{ waiting: 0 }])
})

test('a notice leaves only through the walls of webhooks: an address inside is refused', async () => {
  const inside = { url: 'https://10.0.0.7/hook', key: Buffer.alloc(32, 9), sender }
  const refused: string[] = []
  const deps = {
    ...office.deps,
    caseHook: inside,
    onFailure: (_: string, error: unknown) => refused.push(String(error)),
  }
  const caseId = await open()
  await takeCase(owner, await step(caseId, world.bisi))
  await handOverCase(owner, await step(caseId, world.bisi), world.chidi)
  const { rows } = await owner.query<{ id: string }>(
    `select id from mail where kind = 'case_hook' and sent_at is null and given_up_at is null`,
  )
  for (const { id } of rows) await advanceMail(deps, id)
  expect(refused).toEqual([expect.stringMatching(/did not take a notice: Use a host name/)])
})
