import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { asTenant, createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { createOperator } from '../operators/manage-operators.ts'
import { moveVendorAccount, openVendorAccount, setAccountFeed } from './manage-vendor-accounts.ts'
import { listedAccounts, type VendorAccountState, vendorAccountStates } from './vendor-account.ts'
import { createVendorAccountBook } from './vendor-account-book.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const bisi = await createOperator(owner, { email: 'bisi@afara.test', name: 'Bisi', ...why })
const chidi = await createOperator(owner, { email: 'chidi@afara.test', name: 'Chidi', ...why })
const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const bola = await createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', ...why })
const both = { actor: bisi.email, approver: chidi.email, reason: 'agreed with the bank' }

afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

let serial = 0
const openLive = async (more: { business?: string } = {}) => {
  serial += 1
  const accountNumber = String(serial).padStart(10, '0')
  const opened = await openVendorAccount(owner, {
    mode: 'live',
    name: 'Afara',
    accountNumber,
    bank: 'Providus',
    ...both,
    ...more,
  })
  return opened.account
}
const openTest = async (more: { business?: string } = {}) => {
  serial += 1
  const accountNumber = String(serial).padStart(10, '0')
  const opened = await openVendorAccount(owner, {
    mode: 'test',
    name: 'TEST ONLY',
    accountNumber,
    ...both,
    ...more,
  })
  return opened.account
}

test('a business sees its own account or the shared ones, and a live key also sees the test accounts', async () => {
  const sharedLive = await openLive()
  const sharedTest = await openTest()
  const adaLive = await openLive({ business: 'ada-foods' })
  const adaTest = await openTest({ business: 'ada-foods' })
  const book = createVendorAccountBook({ pool: api, clock: systemClock })
  const shown = async (businessId: string, mode: 'live' | 'test', asked: 'live' | 'test') =>
    listedAccounts(await book.visibleTo({ businessId, mode }), asked).map(({ id }) => id)

  expect(await shown(ada.id, 'live', 'live')).toEqual([adaLive.id])
  expect(await shown(ada.id, 'live', 'test')).toEqual([adaTest.id])
  expect(await shown(ada.id, 'test', 'test')).toEqual([adaTest.id])
  expect(await shown(bola.id, 'live', 'live')).toEqual([sharedLive.id])
  expect(await shown(bola.id, 'live', 'test')).toEqual([sharedTest.id])
  // A live key sees test accounts, but a test key sees no live accounts.
  expect(await shown(ada.id, 'test', 'live')).toEqual([])
  expect(await shown(bola.id, 'test', 'live')).toEqual([])
})

test('the database itself shows no tenant the account of another', async () => {
  const { id } = await openLive({ business: 'bola-oil' })
  const seen = async (businessId: string, mode: 'live' | 'test') =>
    asTenant(
      api,
      { businessId, mode },
      async (sql) => (await sql.query(`select from vendor_account where id = $1`, [id])).rowCount,
    )
  expect(await seen(bola.id, 'live')).toBe(1)
  expect(await seen(bola.id, 'test')).toBe(0)
  expect(await seen(ada.id, 'live')).toBe(0)
  expect((await api.query(`select from vendor_account`)).rowCount).toBe(0)
})

test('opening an account needs two different operators, and both are recorded', async () => {
  const input = {
    mode: 'live',
    name: 'Afara',
    accountNumber: '1234567890',
    bank: 'Wema',
    reason: 'x',
  } as const
  const attempt = async (approver: string | undefined) =>
    openVendorAccount(owner, { ...input, actor: bisi.email, approver })
  await expect(attempt(undefined)).rejects.toMatchObject({ code: 'approval_required' })
  await expect(attempt(bisi.email)).rejects.toMatchObject({ code: 'approval_by_same_person' })
  await expect(attempt('system:test')).rejects.toMatchObject({ code: 'operator_unknown' })
  const { account } = await attempt(chidi.email)
  const { rows } = await owner.query(`select actor, approved_by, action from audit where subject = $1`, [
    formatId('vendorAccount', account.id),
  ])
  expect(rows).toEqual([{ actor: bisi.id, approved_by: chidi.id, action: 'vendor_account.opened' }])
})

test('a number with a wrong check digit for its bank is opened with a warning', async () => {
  const open = async (accountNumber: string) =>
    openVendorAccount(owner, { mode: 'live', name: 'Afara', accountNumber, bank: '101', ...both })
  expect((await open('9977581536')).warning).toBeUndefined()
  expect((await open('9977581537')).warning).toMatch(/is wrong for Providus Bank/)
})

test('the same account is not opened twice', async () => {
  const input = { mode: 'live', name: 'Afara', accountNumber: '5555555555', bank: 'GTBank', ...both } as const
  const { account } = await openVendorAccount(owner, input)
  expect(account).toMatchObject({ bankCode: '000013', bankName: 'Guaranty Trust Bank', state: 'active' })
  await expect(openVendorAccount(owner, input)).rejects.toMatchObject({ code: 'vendor_account_exists' })
})

test('an account at an unknown or ambiguous bank is refused with suggestions', async () => {
  const open = async (bank: string | undefined) =>
    openVendorAccount(owner, { mode: 'live', name: 'Afara', accountNumber: '6666666666', bank, ...both })
  await expect(open(undefined)).rejects.toMatchObject({ code: 'bank_required' })
  await expect(open('Zennith')).rejects.toMatchObject({
    code: 'bank_unknown',
    message: expect.stringContaining('Did you mean Zenith Bank (000015)') as string,
  })
  await expect(open('Page Financials')).rejects.toMatchObject({
    code: 'bank_ambiguous',
    message: expect.stringContaining('PAGE FINANCIALS (070008)') as string,
  })
})

test('a test account cannot look like a real one, and a live account cannot look like a test one', async () => {
  await expect(
    openVendorAccount(owner, {
      mode: 'test',
      name: 'Afara Collections',
      accountNumber: '7777777777',
      ...both,
    }),
  ).rejects.toMatchObject({ code: 'test_account_unnamed' })
  for (const [mode, name, bank] of [
    ['test', 'TEST ONLY', '000015'],
    ['test', 'Afara', 'test-bank'],
    ['live', 'Afara', 'test-bank'],
  ]) {
    await expect(
      owner.query(
        `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name) values ($1, $2, $3, '7777777777', $4, 'x')`,
        [newId(), mode, name, bank],
      ),
    ).rejects.toMatchObject({ code: '23514' })
  }
})

test('no role can change the state of an account except along the allowed edges', async () => {
  const edges = await owner.query<{ edge: string }>(
    `select from_state || ' ' || to_state as edge from vendor_account_edge order by edge`,
  )
  const wayTo: Record<VendorAccountState, VendorAccountState[]> = {
    active: [],
    draining: ['draining'],
    frozen: ['frozen'],
    closed: ['draining', 'closed'],
  }
  const set = async (id: string, state: VendorAccountState) =>
    owner.query(`update vendor_account set state = $2 where id = $1`, [id, state])
  const openIn = async (state: VendorAccountState) => {
    const { id } = await openTest()
    for (const step of wayTo[state]) await set(id, step)
    return id
  }
  const bySql: string[] = []
  const byUseCase: string[] = []
  for (const from of vendorAccountStates) {
    for (const to of vendorAccountStates.filter((state) => state !== from)) {
      const written = await settled(set(await openIn(from), to))
      const accountId = formatId('vendorAccount', await openIn(from))
      const moved = await settled(moveVendorAccount(owner, { accountId, to, ...both }))
      if (written === undefined) bySql.push(`${from} ${to}`)
      if (moved === undefined) byUseCase.push(`${from} ${to}`)
    }
  }
  expect(edges.rowCount).toBe(8)
  expect(bySql.toSorted()).toEqual(edges.rows.map(({ edge }) => edge))
  expect(byUseCase.toSorted()).toEqual(edges.rows.map(({ edge }) => edge))
})

test('one operator alone can freeze an account, but not unfreeze it', async () => {
  const { id } = await openTest()
  const alone = {
    accountId: formatId('vendorAccount', id),
    actor: bisi.email,
    approver: undefined,
    reason: 'strange debit',
  }
  expect((await moveVendorAccount(owner, { ...alone, to: 'frozen' })).state).toBe('frozen')
  await expect(moveVendorAccount(owner, { ...alone, to: 'active' })).rejects.toMatchObject({
    code: 'approval_required',
  })
})

test('the number, name, bank and owner of an account never change', async () => {
  const { id } = await openLive()
  for (const change of [
    `account_number = '9999999999'`,
    `name = 'Thief'`,
    `bank_code = '000015'`,
    `business_id = '${ada.id}'`,
  ]) {
    await expect(
      owner.query(`update vendor_account set ${change} where id = $1`, [id]),
    ).rejects.toMatchObject({ code: 'AF001' })
  }
})

/** Returns the code of the error. Undefined on success. */
async function settled(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: { code: string }) => error.code,
  )
}

test('nobody names an approver for a live account: two operators sign the change, and one freezes it', async () => {
  const { id } = await openLive()
  const accountId = formatId('vendorAccount', id)
  const refused = (command: string) => ({
    code: 'approval_required',
    message: expect.stringContaining(`npx afara ops account ${command}`) as string,
  })
  await expect(moveVendorAccount(owner, { ...both, accountId, to: 'draining' })).rejects.toMatchObject(
    refused(`move ${accountId} --to draining`),
  )
  await expect(setAccountFeed(owner, { ...both, accountId, feed: 'providus' })).rejects.toMatchObject(
    refused(`feed ${accountId} --feed providus`),
  )
  const alone = { ...both, approver: undefined }
  expect((await moveVendorAccount(owner, { ...alone, accountId, to: 'frozen' })).state).toBe('frozen')
  await expect(moveVendorAccount(owner, { ...both, accountId, to: 'active' })).rejects.toMatchObject({
    code: 'approval_required',
  })
})

test('two operators choose the feed of an account, even if it is frozen', async () => {
  const { id } = await openTest()
  const accountId = formatId('vendorAccount', id)
  await moveVendorAccount(owner, { ...both, accountId, to: 'frozen' })
  const alone = { ...both, approver: undefined }
  await expect(setAccountFeed(owner, { ...alone, accountId, feed: 'providus' })).rejects.toMatchObject({
    code: 'approval_required',
  })
  for (const feed of ['providus', 'providus', null] as const) {
    await setAccountFeed(owner, { ...both, accountId, feed })
    const { rows } = await owner.query(`select feed, state from vendor_account where id = $1`, [id])
    expect(rows).toEqual([{ feed, state: 'frozen' }])
  }
  const { rows } = await owner.query(
    `select details from audit where subject = $1 and action = 'vendor_account.feed_set' order by id`,
    [accountId],
  )
  expect(rows).toEqual([
    { details: { from: null, to: 'providus' } },
    { details: { from: 'providus', to: null } },
  ])
})
