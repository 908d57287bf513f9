import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { enrolWallet } from '@afara/stack/postgres/enrol-wallet.ts'
import { SUBMITTED_DIGEST, submitFile } from '@afara/stack/postgres/go-live.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createManualClock } from '../../../../test/manual-clock.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { parseDecimal } from '../../../kernel/money/decimal.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { createBusiness } from '../../../records/businesses/manage-business.ts'
import type { Signing } from '../../../records/decisions/sign-decision.ts'
import { createKeyAuthenticator } from '../../../records/keys/authenticate-key.ts'
import { issueKey } from '../../../records/keys/manage-keys.ts'
import { insertDecisions } from '../../../records/rates/decision-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const database = await createTestDatabase()
const ownerUrl = database.url('afara_owner')
const owner = createPool(ownerUrl, { max: 3, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const keys = { cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }
const why = { actor: 'system:test', reason: 'a test' }
const REASON = ['--reason', 'the contract is signed']

beforeAll(async () => {
  for (const name of ['bisi', 'chidi', 'dupe']) {
    const email = `${name}@afara.test`
    await hireOperator(owner, { email, name, ...why })
  }
  await createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', ...why })
})
afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

async function ops(who: string, line: string, ...more: string[]) {
  return opsSigning(softwareSigning, who, [...line.split(' '), ...more])
}

async function opsSigning(readSigning: () => Signing, who: string, args: readonly string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...args], {
    readSigning,
    ...connectAs(ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

const caseIn = (text: string) => /cas_[0-9a-f]{32}/.exec(text)?.[0] ?? ''

/** Bisi proposes and Chidi approves. */
async function decide(line: string, ...more: string[]) {
  const asked = await ops('bisi', line, ...more, ...REASON)
  expect(asked.errors).toBe('')
  const caseId = caseIn(asked.text)
  const approved = await ops('chidi', `approve ${caseId}`)
  expect(approved.errors).toBe('')
  return { caseId, text: approved.text }
}

async function liveRow() {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select status, daily_limit_minor::text as daily, velocity_hour_minor::text as hour, exposure_cap_minor::text as cap, fee_bps as bps
     from business_mode m join business b on b.id = m.business_id where m.mode = 'live' and b.link_tag = 'bola-oil'`,
  )
  return rows[0]
}

test('a new business is not live: its limits are zero and it gets no live key', async () => {
  expect(await liveRow()).toEqual({ status: 'pending', daily: '0', hour: '0', cap: '0', bps: 0 })
  const live = { business: 'bola-oil', mode: 'live', ...why } as const
  await expect(issueKey({ pool: owner, ...keys }, live)).rejects.toMatchObject({ code: 'business_not_live' })
  await expect(issueKey({ pool: owner, ...keys }, { ...live, mode: 'test' })).resolves.toBeDefined()
  expect((await ops('bisi', 'key request bola-oil', ...REASON)).errors).toMatch(/not live yet/)
  expect((await ops('bisi', 'business terms bola-oil --fee-bps 10', ...REASON)).errors).toMatch(
    /not live yet/,
  )
  expect((await ops('bisi', 'businesses')).text).toMatch(/bola-oil +pending +0 +active +1 +Bola Oil/)
})

test('two operators let a business go live, with the terms that both saw', async () => {
  const terms = '--tier 1 --daily-limit 5000000 --fee-bps 50 --exposure-cap 100000'
  const line = `go-live approve bola-oil --file 1 ${terms}`
  expect((await ops('bisi', line, ...REASON)).errors).toMatch(/submitted no go-live file/)
  await submitFile(owner, 'bola-oil')
  const wide = line.replace('5000000', '5000001')
  expect((await ops('bisi', wide, ...REASON)).errors).toMatch(/above what tier 1 allows/)
  const asked = await ops('bisi', line, ...REASON)
  const caseId = caseIn(asked.text)
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  expect(await liveRow()).toMatchObject({ status: 'pending' })
  const { text } = await ops('chidi', `approve ${caseId}`)
  expect(text).toContain('daily limit ₦5,000,000.00')
  expect(text).toContain('exposure limit ₦100,000.00')
  expect(text).toContain(`file 1 (SHA-256 ${SUBMITTED_DIGEST})`)
  expect(await liveRow()).toEqual({
    status: 'active',
    daily: '500000000',
    hour: null,
    cap: '10000000',
    bps: 50,
  })
  expect((await ops('bisi', line, ...REASON)).errors).toMatch(/already live/)
})

test('live terms are changed by two operators, and not if they changed after the proposal', async () => {
  const asked = await ops('bisi', 'business terms bola-oil --fee-bps 75', ...REASON)
  await owner.query(`update business_mode set fee_bps = 60 where mode = 'live'`)
  expect((await ops('chidi', `approve ${caseIn(asked.text)}`)).errors).toMatch(/proposal_stale/)
  await ops('chidi', `decline ${caseIn(asked.text)}`, ...REASON)
  await decide('business terms bola-oil --fee-bps 75')
  expect(await liveRow()).toMatchObject({ bps: 75, daily: '500000000' })
})

test('two operators approve a business for standing numbers, and another change of terms keeps the approval', async () => {
  const mayNumber = async () => {
    const { rows } = await owner.query<{ may: boolean }>(
      `select may_number_customers as may from business_mode where mode = 'live'`,
    )
    return rows.map(({ may }) => may)
  }
  const asked = await ops('bisi', 'business terms bola-oil --customer-numbers on', ...REASON)
  expect((await ops('bisi', `approve ${caseIn(asked.text)}`)).errors).toMatch(/approval_by_same_person/)
  expect(await mayNumber()).toEqual([false])
  const approved = await ops('chidi', `approve ${caseIn(asked.text)}`)
  expect(approved.text).toContain('standing numbers for customers on')
  expect(await mayNumber()).toEqual([true])
  await decide('business terms bola-oil --fee-bps 76')
  expect(await mayNumber()).toEqual([true])
  await decide('business terms bola-oil --fee-bps 75 --customer-numbers off')
  expect(await mayNumber()).toEqual([false])
})

test('two operators decide a live key, and only its proposer issues it, once', async () => {
  const line = 'key request bola-oil --scope read payouts --label treasury --expires 2099-06-30'
  const asked = await ops('bisi', line, ...REASON)
  const caseId = caseIn(asked.text)
  expect((await ops('bisi', `key issue ${caseId}`)).errors).toMatch(/have not approved/)
  const approved = await ops('chidi', `approve ${caseId}`)
  expect(approved.text).toContain('issue a key with the scopes read, payouts')
  expect(approved.text).not.toMatch(/svc_/)
  expect((await ops('chidi', `key issue ${caseId}`)).errors).toMatch(/only the operator who proposed/)
  const byAThief = () => {
    const signing = softwareSigning()
    return {
      ...signing,
      sign: async (request, sql) => signing.sign({ ...request, operatorId: newId() }, sql),
    } satisfies Signing
  }
  expect((await opsSigning(byAThief, 'bisi', ['key', 'issue', caseId])).errors).toMatch(/signature_invalid/)
  expect((await owner.query('select from api_key where decided_by is not null')).rows).toEqual([])
  const issued = await ops('bisi', `key issue ${caseId}`)
  const secret = /svc_\w+/.exec(issued.text)?.[0] ?? ''
  const { rows } = await owner.query(
    `select scopes, label, mode, issued_until::text as until from api_key where decided_by is not null`,
  )
  expect(rows).toMatchObject([{ scopes: ['read', 'payouts'], label: 'treasury', mode: 'live' }])
  expect(secret).not.toBe('')
  expect((await ops('bisi', `key issue ${caseId}`)).errors).toMatch(/already issued/)
  expect((await ops('dupe', 'keys bola-oil')).text).toMatch(/\(live\) "treasury": works until 2099-06-30/)
})

test('no live key can be stored without a decision, and a key with other rights than decided is found', async () => {
  const live = { business: 'bola-oil', mode: 'live', ...why } as const
  await expect(issueKey({ pool: owner, ...keys }, live)).rejects.toMatchObject({ code: 'resolution_invalid' })
  const copy = (decidedBy: string, predates: boolean) =>
    owner.query(
      `insert into api_key (id, business_id, mode, hmac, pepper_version, scopes, decided_by, predates_decisions)
       select afara_uuid(), business_id, mode, sha256('y'), 1, scopes, ${decidedBy}, $1 from api_key where decided_by is not null`,
      [predates],
    )
  await expect(copy('null', false)).rejects.toMatchObject({ code: 'AF448' })
  await expect(copy('null', true)).rejects.toMatchObject({ code: 'AF448' })
  await expect(
    copy(`(select id from case_file where resolution ->> 'action' = 'go_live')`, false),
  ).rejects.toMatchObject({
    code: 'AF448',
  })
  const found = async () => (await owner.query('select from check_live_keys(0)')).rows.length
  expect(await found()).toBe(0)
  await owner.query(`update api_key set scopes = '{read,payouts,webhooks}' where decided_by is not null`)
  expect(await found()).toBe(1)
  await owner.query(`update api_key set scopes = '{read,payouts}' where decided_by is not null`)
  expect(await found()).toBe(0)
})

test('an approved key that nobody issued within seven days is not issued any more', async () => {
  const { caseId } = await decide('key request bola-oil')
  const late = owner.query(
    `select issue_decided_key(id, proposed_by, afara_uuid(), sha256('x'), 1, resolved_at + interval '8 days')
     from case_file where 'cas_' || replace(id::text, '-', '') = $1`,
    [caseId],
  )
  await expect(late).rejects.toMatchObject({ code: 'AF448' })
})

test('one operator suspends a business within five seconds, and two end it', async () => {
  const { caseId } = await decide('key request bola-oil --scope read')
  const secret = /svc_\w+/.exec((await ops('bisi', `key issue ${caseId}`)).text)?.[0] ?? ''
  const clock = createManualClock(new Date())
  const { authenticate } = createKeyAuthenticator({ pool: api, clock, ...keys })
  const caller = '203.0.113.5'
  await expect(authenticate(secret, caller)).resolves.toBeDefined()
  expect((await ops('dupe', 'business suspend bola-oil --mode live', ...REASON)).text).toContain(
    'Suspended bola-oil',
  )
  clock.advance(5_000)
  await expect(authenticate(secret, caller)).rejects.toMatchObject({ code: 'business_suspended' })
  expect((await ops('dupe', 'business suspend bola-oil --mode live', ...REASON)).text).toContain(
    'Nothing was changed',
  )
  await decide('business resume bola-oil --mode live')
  expect(await liveRow()).toMatchObject({ status: 'active' })
  expect((await ops('bisi', 'business resume bola-oil --mode live', ...REASON)).errors).toMatch(
    /not suspended/,
  )
})

test('accounts, lanes and unusual rates of live mode are decided by two operators', async () => {
  const account = 'account open --name Afara --number 9977581536 --bank Providus'
  expect((await decide(account)).text).toContain('open account 9977581536')
  expect((await ops('bisi', account, ...REASON)).errors).toMatch(/already open/)
  const pool = 'account open --pool --name Numbers --number 9977581537 --bank Providus'
  expect((await ops('bisi', pool, ...REASON)).errors).toMatch(/needs --feed/)
  expect((await ops('bisi', `${pool} --feed none`, ...REASON)).errors).toMatch(/needs --feed/)
  expect((await ops('bisi', `${pool} --feed kora --business bola-oil`, ...REASON)).errors).toMatch(
    /leave out --business/,
  )
  expect((await decide(`${pool} --feed kora`)).text).toContain('as the pool for account numbers of kora')
  await decide('payout-account open --vendor paystack --name main')
  await decide('payout-account fund live:paystack:main --naira 5000')
  const lane = 'lane open --network polygon --number 1 --address 0x52908400098527886E0F7030069857D2E4169EE7'
  expect((await decide(lane)).text).toContain('0x52908400098527886E0F7030069857D2E4169EE7')
  expect((await ops('bisi', lane, ...REASON)).errors).toMatch(/already open/)
  await decide('rate set --pair USD/NGN --bid 2000 --ask 2010 --valid-minutes 30')
  const { rows } = await owner.query(
    `select (select count(*)::int from lane where mode = 'live') as lanes, (select count(*)::int from vendor_account) as accounts,
       (select amount_minor::text from balance where kind = 'payout_bank' and mode = 'live') as funded,
       (select array_agg(account_number::text) from vendor_account where is_pool and feed = 'kora' and mode = 'live') as pools,
       (select bid::int from operator_rate) as bid`,
  )
  expect(rows).toEqual([{ lanes: 1, accounts: 2, funded: '500000', pools: ['9977581537'], bid: 2000 }])
})

test('two operators change the feed and the state of a live account, and set a rate near the last one', async () => {
  const { rows } = await owner.query<{ id: string }>(
    `select 'vac_' || replace(id::text, '-', '') as id from vendor_account where not is_pool`,
  )
  const id = rows[0]?.id ?? ''
  const account = async () =>
    (await owner.query(`select feed, state from vendor_account where account_number = '9977581536'`)).rows[0]
  expect((await decide(`account feed ${id} --feed providus`)).text).toContain('feed of providus')
  expect(await account()).toEqual({ feed: 'providus', state: 'active' })
  expect((await ops('bisi', `account feed ${id} --feed providus`, ...REASON)).errors).toMatch(
    /has this feed already/,
  )
  await decide(`account move ${id} --to draining`)
  expect(await account()).toEqual({ feed: 'providus', state: 'draining' })
  const at = new Date(Date.now() - 60_000)
  const [bid, ask] = [parseDecimal('2000') ?? 0n, parseDecimal('2010') ?? 0n]
  const published = {
    rate: { bid, ask, asOf: at, expiresAt: at },
    used: ['street'],
    dropped: [],
    heldBecause: undefined,
  }
  await insertDecisions(owner, [{ pair: 'USD/NGN', ...published }], at)
  const rate = 'rate set --pair USD/NGN --valid-minutes 30'
  expect((await ops('bisi', `${rate} --bid 200 --ask 201`, ...REASON)).errors).toMatch(/rate_far_off.*--far/)
  expect((await ops('bisi', `${rate} --bid 2011 --ask 2010`, ...REASON)).errors).toMatch(/rate_invalid/)
  expect(
    (await ops('bisi', 'rate set --pair USD/NGN --bid 2000 --ask 2001 --valid-minutes 99999', ...REASON))
      .errors,
  ).toMatch(/rate_expiry_invalid/)
  await decide(`${rate} --bid 2020 --ask 2030`)
  expect((await decide(`${rate} --bid 1000 --ask 1010 --far`)).text).toContain(
    'the last published rate is 2000',
  )
  expect((await owner.query('select from check_operator_rates(0)')).rows).toEqual([])
})

test('operators are listed with their passkeys', async () => {
  expect((await ops('bisi', 'operators')).text).toMatch(/opr_[0-9a-f]{32} +active +1 +bisi@afara\.test/)
})

test('a live default wallet is one that the business enrolled, and counts until it is removed', async () => {
  const address = '0xde709f2102306220921060314715629080e2fb77'
  const line = `business terms bola-oil --default-network Polygon --default-wallet ${address}`
  const asked = await ops('bisi', line, ...REASON)
  const refused = asked.errors || (await ops('chidi', `approve ${caseIn(asked.text)}`)).errors
  expect(refused).toContain('the business has not enrolled this wallet')
  if (asked.errors === '') await ops('chidi', `decline ${caseIn(asked.text)}`, ...REASON)

  const defaults = async () =>
    (
      await owner.query<{ address: string }>(
        `select d.address from business_mode m, default_wallet(m) d where m.mode = 'live'`,
      )
    ).rows.map((row) => row.address)
  const wallet = await enrolWallet(owner, 'bola-oil', address)
  await decide(line)
  expect(await defaults()).toEqual([address])
  await owner.query(
    `insert into wallet_end (wallet_id, business_id, mode, member_id, at)
     select w.id, w.business_id, w.mode, w.added_by, now() from enrolled_wallet w where w.id = $1`,
    [wallet],
  )
  expect(await defaults()).toEqual([])
  // A change of other terms still names the removed wallet, and leaves it as it is.
  await decide('business terms bola-oil --fee-bps 76')
})
