import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { formatId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { createOperator } from '../operators/manage-operators.ts'
import { appendAudit } from './audit-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const bisi = await createOperator(owner, {
  email: 'Bisi@Afara.test',
  name: 'Bisi Adeyemi',
  actor: 'system:bootstrap',
  reason: 'the first operator',
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('a change is recorded with its actor, reason and commit', async () => {
  const business = await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'bisi@afara.test',
    reason: 'contract signed',
  })
  const { rows } = await owner.query(
    `select a.actor, a.action, a.reason, a.details, a.xid = b.xmin::text::bigint as same_commit
     from audit a, business b where a.subject = $1 and b.id = $2`,
    [formatId('business', business.id), business.id],
  )
  expect(rows).toEqual([
    {
      actor: bisi.id,
      action: 'business.created',
      reason: 'contract signed',
      details: { name: 'Ada Foods', linkTag: 'ada-foods' },
      same_commit: true,
    },
  ])
})

test('a change without a reason is refused', async () => {
  const input = { name: 'Bola Oil', linkTag: 'bola-oil', actor: 'bisi@afara.test', reason: '  ' }
  await expect(createBusiness(owner, input)).rejects.toMatchObject({ code: 'reason_required' })
  expect((await owner.query(`select from business where link_tag = 'bola-oil'`)).rowCount).toBe(0)
})

test('a change by an unknown or disabled operator is refused', async () => {
  await createOperator(owner, { email: 'left@afara.test', name: 'Left', actor: bisi.email, reason: 'hired' })
  await owner.query(`update operator set status = 'suspended' where email = 'left@afara.test'`)
  const attempt = async (actor: string) =>
    createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', actor, reason: 'x' })
  await expect(attempt('who@afara.test')).rejects.toMatchObject({ code: 'operator_unknown' })
  await expect(attempt('left@afara.test')).rejects.toMatchObject({ code: 'operator_disabled' })
})

test('an operator cannot approve their own change', async () => {
  const line = { actor: bisi.id, approvedBy: bisi.id, action: 'test.tried', subject: 'x', reason: 'x' }
  await expect(appendAudit(owner, line)).rejects.toMatchObject({ code: '23514' })
})
