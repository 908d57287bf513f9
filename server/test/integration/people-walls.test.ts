import { decideLive } from '@afara/stack/authenticator/decide-live.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { goLive } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock/clock.ts'
import { newId, parseId } from '../../src/kernel/ids/ids.ts'
import { asTenant, createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueDecidedKey, issueKey } from '../../src/records/keys/manage-keys.ts'
import { addMember } from '../../src/records/people/manage-people.ts'
import { testKeys } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const house = createPool(database.url('afara_people'), { max: 2, applicationName: 'test', side: 'house' })
const members = createPool(database.url('afara_people'), { max: 2, applicationName: 'test' })
const by = { actor: 'system:test', reason: 'a test' }
const businesses: string[] = []

beforeAll(async () => {
  for (const linkTag of ['ada-walls', 'bola-walls']) {
    const { id } = await createBusiness(owner, { name: linkTag, linkTag, ...by })
    businesses.push(id)
    await issueKey({ pool: owner, ...testKeys }, { business: linkTag, mode: 'test', ...by })
    const member = {
      business: linkTag,
      email: `${linkTag}@walls.test`,
      name: 'Ngozi',
      role: 'owner',
    } as const
    await addMember({ pool: owner, clock: systemClock }, member, by)
  }
})
afterAll(async () => {
  await Promise.all([owner.end(), house.end(), members.end()])
  await database.drop()
})

test.each([
  'create table mine (id uuid)',
  'alter table operator add column mine text',
  'create or replace function afara_now() returns timestamptz language sql as $$ select now() $$',
  `insert into operator (id, email, name) values ('${newId()}', 'eve@afara.test', 'Eve')`,
  `update operator set roles = '{administrator}'`,
  `update operator set status = 'active'`,
  `update passkey set public_key = '\\x01'`,
  `update person_session set expires_at = now()`,
  `insert into member (id, email, name, created_at) values ('${newId()}', 'eve@afara.test', 'Eve', now())`,
  `update membership set role = 'owner'`,
  'delete from person_session',
  'select hmac from api_key',
  'insert into api_key default values',
  `update api_key set scopes = '{payouts}'`,
  'select from webhook_secret',
  `update case_file set state = 'resolved'`,
  'insert into signed_decision default values',
  'insert into decision_signature default values',
  'insert into standing_end default values',
  'insert into posting default values',
  'insert into bank_line default values',
  `update business_mode set daily_limit_minor = null`,
  `update vendor_account set state = 'active'`,
])('the people process may not: %s', async (statement) => {
  await expect(house.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the people process calls no function that moves money except by a decision', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct p.proname as name from pg_proc p
     where p.pronamespace = 'afara'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
       and has_function_privilege('afara_people', p.oid, 'execute') and p.proname !~ '^carry_out' order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'add_beneficiaries',
    'add_email_confirmation',
    'add_member',
    'afara_now',
    'approve_resolution',
    'ask_go_live_account',
    'attach_to_case',
    'block_possible_duplicate',
    'cancel_move',
    'cancel_team_invitation',
    'change_member_role',
    'confirm_email',
    'count_quarantined',
    'create_business',
    'decline_resolution',
    'disable_member',
    'dismiss_case',
    'downgrade_business',
    'end_beneficiary',
    'end_membership',
    'end_payment_order',
    'end_standing',
    'end_wallet',
    'end_withdrawal_order',
    'freeze_vendor_account',
    'hand_over_case',
    'invite_colleague',
    'invite_member',
    'issue_decided_invitation',
    'issue_decided_key',
    'issue_test_key',
    'join_team',
    'lock_case_money',
    'note_case',
    'note_wallet',
    'open_request',
    'place_freeze',
    'place_lien',
    'propose_adoption',
    'propose_payment_order',
    'propose_resolution',
    'propose_wallet',
    'propose_withdrawal',
    'prove_go_live_account',
    'queue_mail',
    'record_statement',
    'refuse_go_live',
    'rehearse_decision',
    'replace_api_key',
    'request_email_sign_in',
    'request_recovery',
    'retry_payment_items',
    'return_to_pending',
    'revoke_api_key',
    'revoke_own_key',
    'rotate_test_key',
    'run_check',
    'save_go_live',
    'set_look',
    'set_payee_restriction',
    'set_payment_limit',
    'set_test_wallet',
    'set_tolerance',
    'sign_off_day',
    'sign_payment_order',
    'sign_up',
    'sign_wallet',
    'sign_withdrawal_order',
    'stop_lane',
    'stop_payout_account',
    'store_api_key',
    'submit_go_live',
    'suspend_business',
    'suspend_operator',
    'take_case',
    'take_payee_enquiries',
    'wake_now',
  ])
})

test('the people process freezes a collection account, and sets it active only by a decision', async () => {
  const [operatorId, accountId] = [newId(), newId()]
  await owner.query(`insert into operator (id, email, name) values ($1, 'dayo@walls.test', 'Dayo')`, [
    operatorId,
  ])
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'live', 'Afara', '0123456789', '000013', 'GTBank')`,
    [accountId],
  )
  const freeze = async (by: string) =>
    (
      await house.query(`select freeze_vendor_account($1, $2, 'odd debits', now()) as frozen`, [
        accountId,
        by,
      ])
    ).rows
  await expect(freeze(newId())).rejects.toMatchObject({ code: 'AF031' })
  expect(await freeze(operatorId)).toEqual([{ frozen: true }])
  expect(await freeze(operatorId)).toEqual([{ frozen: false }])
  await expect(house.query(`select carry_out_move_account($1, now())`, [newId()])).rejects.toMatchObject({
    code: 'AF032',
  })
  await decideLive(owner, {
    vendorAccountId: accountId,
    facts: { subject: newId() },
    resolution: { action: 'move_account', to: 'active' },
  })
  const { rows: after } = await house.query(`select state from vendor_account where id = $1`, [accountId])
  expect(after).toEqual([{ state: 'active' }])
})

test('a check is run with the rights of the owner, and no other function is', async () => {
  const run = async (name: string) =>
    house.query(`select from run_check($1, 'whole', 0, 0, null, null)`, [name])
  const { rows } = await house.query<{ name: string }>(
    `select name from list_checks() where goes_by = 'whole' order by 1 limit 1`,
  )
  await run(rows[0]?.name ?? '')
  for (const name of ['sealed_through', 'pg_sleep', 'lock_case_money']) {
    await expect(run(name)).rejects.toMatchObject({ code: 'AF450' })
  }
})

test('operators open requests and imports, and no other case', async () => {
  const id = newId()
  await owner.query(`insert into operator (id, email, name) values ($1, 'bisi@walls.test', 'Bisi')`, [id])
  const open = async (kind: string) =>
    house.query(
      `select open_request($1, $2, 'test', $3, null, null, null, 'a test', '{"subject": "x"}', null, now(), now())`,
      [id, newId(), kind],
    )
  await expect(open('refund_due')).rejects.toMatchObject({ code: 'AF002' })
  await open('request')
  await owner.query(`update operator set status = 'suspended' where id = $1`, [id])
  await expect(open('request')).rejects.toMatchObject({ code: 'AF031' })
})

test('the people process issues a live key only if two operators decided it, and only with its rights', async () => {
  const [businessId = ''] = businesses
  await goLive(owner, businessId)
  const resolution = {
    action: 'issue_key',
    scopes: ['read'],
    networks: [],
    label: '',
    requests_per_window: 10,
    expires_at: null,
  } as const
  const { caseId, proposedBy } = await decideLive(owner, { businessId, resolution })
  const deps = { pool: house, clock: systemClock, signing: softwareSigning(), ...testKeys }
  const issue = async (id: string) =>
    issueDecidedKey(deps, { id, mode: 'live', kind: 'request', businessId, resolution }, proposedBy)
  await expect(issue(newId())).rejects.toMatchObject({ code: 'resolution_invalid' })
  const { key } = await issue(parseId('case', caseId) ?? '')
  expect(key).toMatchObject({ businessId, mode: 'live', scopes: ['read'], requestsPerWindow: 10 })
})

const tables = [
  'business',
  'business_mode',
  'member',
  'membership',
  'transaction',
  'case_file',
  'balance',
  'person_session',
]

test.each(tables)('a connection for members sees no row of %s without a business', async (table) => {
  const { rows } = await members.query(`select from ${table}`)
  expect(rows).toEqual([])
})

test('a connection for members sees the rows of the one business, and operators see all', async () => {
  const [own = ''] = businesses
  await asTenant(members, { businessId: own, mode: 'live' }, async (sql) => {
    const seen = await sql.query<{ ids: string[] }>(
      `select array_agg(business_id) as ids from (select id as business_id from business union select business_id from business_mode
         union select business_id from api_key union select business_id from membership) x`,
    )
    expect(seen.rows[0]?.ids).toEqual([own])
    const people = await sql.query<{ email: string }>('select email from member')
    expect(people.rows).toEqual([{ email: 'ada-walls@walls.test' }])
  })
  const { rows } = await house.query('select from business')
  expect(rows).toHaveLength(2)
})
