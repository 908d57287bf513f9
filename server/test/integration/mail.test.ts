import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDurableObject } from '../../src/entry/workflows/durable-objects.ts'
import { createNudgeEngine } from '../../src/entry/workflows/nudge-engine.ts'
import { sweepDue } from '../../src/entry/workflows/worker-loops.ts'
import { advanceMail } from '../../src/flows/mail/send-mail.ts'
import { type Clock, systemClock } from '../../src/kernel/clock/clock.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool, inTransaction } from '../../src/kernel/postgres/pool.ts'
import { requireOperator } from '../../src/records/operators/operator-store.ts'
import { invitePerson } from '../../src/records/people/invite-person.ts'
import { createManualClock } from '../manual-clock.ts'
import { MAIL_KEY, openPostOffice, type PostOffice, tokenIn } from '../post-office.ts'
import { startEngine } from './engine.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 3, applicationName: 'test' })
const clock = createManualClock(new Date())
const by = { actor: 'system:test', reason: 'a test' }
const HOUR_MS = 3_600_000
let office: PostOffice

beforeAll(async () => {
  office = await openPostOffice(database, clock)
})
afterAll(async () => {
  await office.stop()
  await owner.end()
  await database.drop()
})

let serial = 0
const addOperator = async (name = 'Bisi Adeyemi') => {
  serial += 1
  const email = `operator-${serial}@afara.test`
  await owner.query(`insert into operator (id, email, name) values ($1, $2, $3)`, [newId(), email, name])
  return email
}
const invite = async (email: string, at: Clock = clock) =>
  inTransaction(owner, async (sql) => {
    const id = await requireOperator(sql, email)
    return invitePerson(sql, { clock: at, mailKey: MAIL_KEY }, { side: 'operator', id }, by)
  })
const mailRow = async (email: string) => {
  const { rows } = await owner.query<{ id: string; sealed: Buffer | null; sent: boolean; given_up: boolean }>(
    `select x.id, x.sealed, x.sent_at is not null as sent, x.given_up_at is not null as given_up
     from mail x join operator o on o.id = x.operator_id where o.email = $1 order by x.created_at desc, x.id desc`,
    [email],
  )
  return rows[0]
}

test('an invitation arrives with its link, and the database forgets the link', async () => {
  const email = await addOperator('Bísí "the boss", <x@y>\r\nBcc: evil@afara.test')
  const token = await invite(email)
  const waiting = await mailRow(email)
  expect(waiting?.sealed).not.toBeNull()
  expect(waiting?.sealed?.includes(token)).toBe(false)
  await office.deliver()
  const [mail, ...copies] = office.to(email)
  expect(copies).toEqual([])
  expect(tokenIn(mail)).toBe(token)
  expect(mail).toMatchObject({
    subject: 'Your invitation to Afara',
    messageId: `<${waiting?.id}@localhost>`,
    text: expect.stringContaining(`http://localhost/enrol#${token}\n`),
  })
  expect(await mailRow(email)).toMatchObject({ sealed: null, sent: true })
  expect(office.to('evil@afara.test')).toEqual([])
  await office.deliver()
  expect(office.to(email)).toHaveLength(1)
})

test('a mail is stored only together with what it announces', async () => {
  const email = await addOperator()
  await inTransaction(owner, async (sql) => {
    await sql.query(
      `select queue_mail($1, (select id from operator where email = $2), null, 'invitation', '{}', $3, $4, $5)`,
      [newId(), email, Buffer.alloc(60), new Date(clock.now().getTime() + HOUR_MS), clock.now()],
    )
    throw new Error('rolled back')
  }).catch(() => {})
  await office.deliver()
  expect(await mailRow(email)).toBeUndefined()
  expect(office.to(email)).toEqual([])
})

test('while the mail server is down mail waits; when it is back, each mail arrives', async () => {
  const emails = await Promise.all([1, 2, 3, 4, 5].map(async () => addOperator()))
  await office.close()
  const tokens = new Map<string, string>()
  for (const email of emails) tokens.set(email, await invite(email))
  for (let round = 0; round < 4; round += 1) {
    await office.deliver()
    clock.advance(10 * 60_000)
  }
  const { rows } = await owner.query<{ failures: number; last_error: string }>(
    `select min(failure_count) as failures, max(last_error) as last_error from wake where type = 'mail'`,
  )
  expect(rows[0]?.failures).toBeGreaterThanOrEqual(4)
  expect(rows[0]?.last_error).toContain('ECONNREFUSED')
  await office.open()
  await office.deliver()
  for (const email of emails) {
    expect(office.to(email).map(tokenIn)).toEqual([tokens.get(email)])
    expect(await mailRow(email)).toMatchObject({ sealed: null, sent: true })
  }
})

test('if nobody knows whether the mail server took a mail, the same mail is sent again', async () => {
  const email = await addOperator()
  await invite(email)
  office.catcher().loseNextAnswer()
  await office.deliver()
  expect(await mailRow(email)).toMatchObject({ sent: false })
  clock.advance(10 * 60_000)
  await office.deliver()
  const [first, second, ...more] = office.to(email)
  expect(more).toEqual([])
  expect(second).toEqual(first)
  expect(await mailRow(email)).toMatchObject({ sent: true })
})

test('a link that has expired and a person who left get no mail', async () => {
  const late = await addOperator()
  const left = await addOperator()
  await office.close()
  await invite(late)
  await office.deliver()
  clock.advance(73 * HOUR_MS)
  await office.open()
  await invite(left)
  await owner.query(`update operator set status = 'suspended' where email = $1`, [left])
  await office.deliver()
  expect([...office.to(late), ...office.to(left)]).toEqual([])
  expect(await mailRow(late)).toMatchObject({ sealed: null, given_up: true })
  expect(await mailRow(left)).toMatchObject({ sealed: null, given_up: true })
})

test('the people process and the worker cannot read links, and nobody changes or deletes a mail', async () => {
  const email = await addOperator()
  await invite(email)
  for (const role of ['afara_worker', 'afara_people', 'afara_api']) {
    const pool = createPool(database.url(role), { max: 1, applicationName: 'test' })
    await expect(pool.query('select sealed from mail'), role).rejects.toMatchObject({ code: '42501' })
    await expect(pool.query('update mail set sent_at = now()'), role).rejects.toMatchObject({ code: '42501' })
    await pool.end()
  }
  await expect(owner.query('delete from mail')).rejects.toMatchObject({ code: 'AF002' })
  await expect(owner.query(`update mail set kind = 'reenrolled', sealed = null`)).rejects.toMatchObject({
    code: 'AF002',
  })
  await office.deliver()
  await expect(owner.query('update mail set sent_at = null, given_up_at = null')).rejects.toMatchObject({
    code: 'AF002',
  })
})

test('Restate sends a mail within seconds of its commit, and again after the mail server was down', async () => {
  const deps = { ...office.deps, clock: systemClock }
  const object = createDurableObject('mail', async (id) => advanceMail(deps, id), systemClock)
  const engine = await startEngine([object])
  const nudge = createNudgeEngine(engine.ingressUrl, () => {})
  const sweeping = { pool: deps.pool, clock: systemClock, nudge }
  const until = async (isTrue: () => boolean) => {
    for (let tries = 0; tries < 500 && !isTrue(); tries += 1) {
      await sweepDue(sweeping)
      await sleep(200)
    }
    expect(isTrue()).toBe(true)
  }
  try {
    const first = await addOperator()
    await invite(first, systemClock)
    await until(() => office.to(first).length === 1)
    await office.close()
    const second = await addOperator()
    await invite(second, systemClock)
    await sweepDue(sweeping)
    await sleep(1_500)
    await office.open()
    await until(() => office.to(second).length > 0)
  } finally {
    await engine.stop()
  }
})
