import { afterAll, expect, test } from 'vitest'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { testKeyring } from '../../../test/test-keyring.ts'
import { readAttachment, selectAttachments } from '../../records/cases/attachment-store.ts'
import { requireCase } from '../../records/cases/case-store.ts'
import { attachFile } from './case-steps.ts'

const world = await createDecidingWorld()
const { owner: pool, clock } = world
afterAll(world.close)

const open = async (): Promise<string> => {
  const account = await world.openAccount()
  return world.ask(account, await world.pay(account, 5_000), 'unmatched')
}
const attach = async (caseId: string, path = 'letter.pdf', text = '%PDF-1.7 the bank writes') =>
  attachFile(
    { pool, clock, businessKeys: testKeyring },
    { caseId, operatorId: world.bisi, reason: 'the bank writes', path, content: Buffer.from(text) },
  )

test('a file stays with its case, and its step has its hash', async () => {
  const caseId = await open()
  await attach(caseId)
  const { id, version } = await requireCase(pool, caseId)
  expect(await selectAttachments(pool, id)).toMatchObject([
    { number: version, name: 'letter.pdf', bytes: 24, by: 'Bisi' },
  ])
  expect((await readAttachment(pool, testKeyring, id, version)).content.toString()).toBe(
    '%PDF-1.7 the bank writes',
  )
  const { rows } = await pool.query('select from case_attachment where position($1::bytea in content) > 0', [
    Buffer.from('bank writes'),
  ])
  expect(rows).toHaveLength(0)
  await expect(readAttachment(pool, testKeyring, id, version + 1)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(pool.query('delete from case_attachment')).rejects.toMatchObject({ code: 'AF002' })
})

test('a file that was changed behind our back is not given to anybody', async () => {
  const caseId = await open()
  await attach(caseId)
  const { id, version } = await requireCase(pool, caseId)
  await pool.query('alter table case_attachment disable trigger user')
  await pool.query(
    `update case_attachment set content = convert_to(repeat('forged', 10), 'UTF8') where case_id = $1`,
    [id],
  )
  await pool.query('alter table case_attachment enable trigger user')
  await expect(readAttachment(pool, testKeyring, id, version)).rejects.toThrow(/not what was attached/)
})

test('a case takes twenty files, and a closed case takes none', async () => {
  const caseId = await open()
  for (let count = 0; count < 20; count += 1) await attach(caseId, `page ${count}.txt`, `page ${count}`)
  await expect(attach(caseId)).rejects.toMatchObject({ code: 'field_invalid' })
  await world.propose(caseId, { action: 'return' })
  await world.approve(caseId)
  await expect(attach(caseId)).rejects.toMatchObject({ code: 'case_resolved' })
})
