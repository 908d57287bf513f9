import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { handOverCase, takeCase } from '../../src/records/cases/case-step-store.ts'
import { remindCaseOwners, requireCase } from '../../src/records/cases/case-store.ts'
import { createDecidingWorld } from '../deciding-world.ts'
import { openPostOffice } from '../post-office.ts'

const database = await createTestDatabase()
const world = await createDecidingWorld(database)
const office = await openPostOffice(database, world.clock)
afterAll(async () => {
  await office.stop()
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
