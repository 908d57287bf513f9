import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { polygonWallet } from '../../../../test/clearing-world.ts'
import { connectAs } from '../../../../test/connect-as.ts'
import {
  createSearchedObjects,
  enrolledWallet,
  hash,
  runningSweepHash,
  sender,
  sweepHash,
  token,
} from '../../../../test/searched-objects.ts'
import { createSellingWorld } from '../../../../test/selling-world.ts'
import { formatId, type IdKind } from '../../../kernel/ids/ids.ts'
import { createPool } from '../../../kernel/postgres/pool.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { spellingsOf } from '../../../movements/transfers/wallet-address.ts'
import { describeSubjects, findSubjects } from '../../../records/cases/stories/find-subjects-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createSellingWorld()
const { owner } = world
const searched = createSearchedObjects(world)
const { at, ids } = searched
const keys = { cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }
/** The connection of the people process that serves operators. */
const house = createPool(world.ownerUrl.replace('afara_owner', 'afara_people'), {
  max: 1,
  applicationName: 'test',
  side: 'house',
})

const shown = (kind: IdKind, name: string) => formatId(kind, at(name))

async function show(...what: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', 'show', ...what], {
    ...connectAs(world.ownerUrl, 'bisi@afara.test'),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    readSigning: softwareSigning,
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, out, text: out.join('\n'), errors: errors.join('\n') }
}

beforeAll(async () => {
  await searched.write(keys)
})
afterAll(async () => {
  await house.end()
  await world.close()
})

const buy = () => shown('transaction', 'buy')
const sell = () => shown('transaction', 'sell')
const depositSell = () => shown('transaction', 'depositSell')
const credit = () => shown('credit', 'credit')

describe('each kind of identifier is found', () => {
  test.each<readonly [string, () => string, () => string]>([
    ['the id of a transaction', buy, buy],
    ['the reference of a finished buy', () => 'order-1', buy],
    ['an idempotency key', () => 'once-1', buy],
    ['the payer number of a finished buy', () => at('payerNumber'), buy],
    ['the payer number of a used credit', () => at('payerNumber'), credit],
    ['the session id of a used credit', () => at('session'), credit],
    ["the bank's id of a credit", () => at('external'), credit],
    ['the id of a ledger entry', () => shown('entry', 'entry'), buy],
    ['the id of a pay link', () => shown('payLink', 'link'), buy],
    ['the token of a pay link', () => token, buy],
    ['the reference of a sell', () => 'sell-1', sell],
    ['the id of a payout', () => shown('payout', 'payout'), sell],
    ['the reference of a payout', () => at('payoutReference'), sell],
    ['the session id of a payout', () => 'bank-session-7', sell],
    ["the vendor's id of a payout", () => 'TRF_7', sell],
    ['the account number of a payee', () => '0123456789', sell],
    ['the account number of a payee before the payout', () => '2222222222', depositSell],
    ['the id of a deposit', () => shown('deposit', 'deposit'), depositSell],
    ['the hash of a deposit', () => hash, depositSell],
    ['the hash of a deposit in capitals', () => `0x${'AB'.repeat(32)}`, depositSell],
    ['the hash of a sweep', () => sweepHash, depositSell],
    ['a deposit address', () => at('depositAddress'), depositSell],
    ['the wallet that sent a deposit', () => sender, depositSell],
    ['the wallet of a buy', () => polygonWallet.address, buy],
    ['the wallet of a buy in small letters', () => polygonWallet.address.toLowerCase(), buy],
    ['the address of a lane', () => `0x${'7'.padStart(40, '0')}`, () => 'test:Polygon:7'],
    ['the name of a payer', () => 'Adaeze Ngozi Okonkwo', credit],
    ['the name of a payer that a buy claims', () => 'Adaeze Ngozi Okonkwo', buy],
    ['words of the name of a payer', () => 'okonkwo adaeze', credit],
    ['the name of a beneficiary', () => 'ADA  OBI', sell],
    ['words of the name of a beneficiary', () => 'bello', depositSell],
    ['the account number that was made for one payment', () => at('ownNumber'), buy],
    ['our reference of that number at its vendor', () => at('numberReference'), buy],
    ['the credit that was paid to that number', () => at('ownNumber'), credit],
    ['the number of a receipt', () => 'TEST-2026-ABCD-2345', buy],
    ['the token of a receipt', () => 'BBBBBBBBBBBBBBBBBBBBBB', buy],
    ['the uuid of a transaction, as a log has it', () => at('buy'), buy],
    ['the id of a question that a business decides', () => shown('case', 'businessCase'), depositSell],
    ['the hash of a sweep that is not final', () => runningSweepHash, depositSell],
    ['the id of a batch', () => shown('batch', 'batch'), sell],
    ['the id of a beneficiary', () => shown('beneficiary', 'beneficiary'), () => shown('business', 'shop')],
    ['the account number of a beneficiary', () => '3333333333', () => shown('business', 'shop')],
    ['a wallet that members enrolled', () => enrolledWallet, () => shown('business', 'shop')],
    [
      'the id of a wallet that members enrolled',
      () => shown('wallet', 'wallet'),
      () => shown('business', 'shop'),
    ],
    ['one of our account numbers', () => at('number'), () => shown('vendorAccount', 'account')],
    ['the id of one of our accounts', () => shown('vendorAccount', 'account'), () => at('number')],
    ['the id of a business', () => shown('business', 'shop'), () => 'business-1'],
    ['the link tag of a business', () => 'business-1', () => shown('business', 'shop')],
    ['the id of a key', () => shown('key', 'key'), () => 'checkout'],
    ['the beginning of the id of a key', () => shown('key', 'key').slice(0, 16), () => 'checkout'],
    [
      'the id of a webhook endpoint',
      () => shown('webhookEndpoint', 'endpoint'),
      () => 'https://shop.example/hooks',
    ],
    [
      'the id of a webhook delivery',
      () => shown('webhookDelivery', 'delivery'),
      () => 'https://shop.example/hooks',
    ],
    ['the id of an event', () => shown('event', 'event'), buy],
    ['the event id of a ping', () => shown('event', 'ping'), () => 'https://shop.example/hooks'],
    ['the id of a member', () => shown('member', 'member'), () => shown('business', 'shop')],
    ['the email address of a member', () => 'Ngozi@shop.test', () => shown('business', 'shop')],
    ['the id of a passkey', () => shown('passkey', 'passkey'), () => shown('business', 'shop')],
    ['the email address of an operator', () => 'bisi@afara.test', () => 'Bisi <bisi@afara.test>'],
  ])('%s', async (_name, text, expected) => {
    const { text: said, errors } = await show(text())
    expect(errors).toBe('')
    expect(said).toContain(expected())
    const search = { text: text(), spellings: spellingsOf(wireWalletRules(), text()), most: 21 }
    expect(await findSubjects(house, search)).toEqual(await findSubjects(owner, search))
  })
})

test('a search of one mode finds nothing of the other, and a business in both', async () => {
  const search = (text: string, mode: 'live' | 'test') =>
    findSubjects(house, { text, spellings: [], most: 21, mode })
  for (const text of ['order-1', at('payerNumber'), 'TRF_7', hash, buy(), 'okonkwo adaeze']) {
    expect((await search(text, 'test')).length).toBeGreaterThan(0)
    expect(await search(text, 'live')).toEqual([])
  }
  expect(await search('business-1', 'live')).toHaveLength(1)
})

test('a connection that serves members finds and describes nothing', async () => {
  const members = createPool(world.ownerUrl.replace('afara_owner', 'afara_people'), {
    max: 1,
    applicationName: 'test',
  })
  try {
    expect(await findSubjects(members, { text: 'order-1', spellings: [], most: 21 })).toEqual([])
    expect(await describeSubjects(members, [{ kind: 'transaction', id: at('buy') }])).toEqual([])
  } finally {
    await members.end()
  }
})

test('the id of an operator and of a case are found', async () => {
  const chidi = (await show(formatId('operator', world.chidi))).text
  expect(chidi).toContain('chidi@afara.test')
  expect(chidi).toMatch(/roles +operator/)
  const account = await world.openAccount()
  const line = await world.pay(account, 1_500, {
    accountNumber: '7777777777',
    bankCode: '000014',
    name: 'X Y',
  })
  const caseId = await world.ask(account, line, 'unmatched')
  expect((await show(caseId)).text).toContain(`Case ${caseId}`)
})

test('a return, which has no business, is shown as its credit', async () => {
  const account = await world.openAccount()
  const line = await world.pay(account, 1_700, {
    accountNumber: '5555555555',
    bankCode: '000014',
    name: 'TUNDE ALABI',
  })
  const caseId = await world.ask(account, line, 'unmatched')
  await world.propose(caseId, { action: 'return' })
  await world.approve(caseId)
  const { rows } = await owner.query<{ id: string }>('select id from credit_return where line_id = $1', [
    line,
  ])
  const { text } = await show(formatId('transaction', rows[0]?.id ?? ''))
  expect(text).toContain(`Credit ${formatId('credit', line)}`)
})

test('the words of a name need no quotes', async () => {
  expect((await show('Musa', 'Bello')).text).toContain(depositSell())
})

test('an exact name comes before longer names, the newest first, at most twenty with a line that there are more', async () => {
  const account = await world.openAccount()
  const payer = { accountNumber: '6666666666', bankCode: '000014', name: 'ZAINAB YUSUF' }
  const exact = await world.pay(account, 1_000, payer)
  const longer: string[] = []
  for (let count = 0; count < 20; count += 1)
    longer.push(await world.pay(account, 2_000 + count, { ...payer, name: 'ZAINAB HALIMA YUSUF' }))
  const { out } = await show('zainab', 'yusuf')
  const found = out.flatMap((line) => /crd_[0-9a-f]{32}/.exec(line) ?? [])
  expect(found).toEqual([exact, ...longer.toReversed().slice(0, 19)].map((id) => formatId('credit', id)))
  expect(out.at(-1)).toMatch(/There are more/)
  expect((await show('zainab', 'yusuf', 'halima')).out.at(-1)).not.toMatch(/There are more/)
})

test('a text that matches nothing is answered with what can be searched', async () => {
  const { code, errors } = await show('no-such-thing')
  expect(code).toBe(1)
  for (const kind of ['cas_…', 'txn_…', 'lnk_…', 'whe_…', 'af-…', 'session id', 'wallet', 'link tag', 'name'])
    expect(errors).toContain(kind)
})

test('a secret key is neither searched nor repeated', async () => {
  const { code, errors } = await show(at('secret'))
  expect(code).toBe(1)
  expect(errors).toContain('key_…')
  expect(errors).not.toContain(at('secret'))
})

test('the secret of a key is never shown, and its state is', async () => {
  const { text } = await show(shown('key', 'key'))
  expect(text).toMatch(/state +active/)
  expect(text).toMatch(/last used +never/)
  expect(text).not.toContain('svc_')
})

test('no search reads a whole table that grows with the transactions', async () => {
  const sql = await world.superuser.connect()
  try {
    // Only what this transaction reads. Other connections report what they read at any time.
    const count = async () => {
      const { rows } = await sql.query<{ relname: string; seq_scan: string }>(
        `select relname, seq_scan from pg_stat_xact_user_tables where schemaname = 'afara' and relname not in (
           'business', 'business_mode', 'vendor_account', 'lane', 'operator', 'webhook_endpoint') order by 1`,
      )
      return rows
    }
    await sql.query('select pg_stat_force_next_flush()')
    await sql.query('begin')
    await sql.query('set local search_path = afara')
    const before = await count()
    expect(before.length).toBeGreaterThan(50)
    for (const text of ['order-1', '0123456789', hash, 'adaeze okonkwo', 'TRF_7', 'bank-session-7', sender])
      await sql.query('select find_subjects(null, null, null, $1, 21)', [[text]])
    for (const [kind, id] of [
      ['pay_link', ids.link],
      ['deposit', ids.deposit],
      ['payout', ids.payout],
      ['event', ids.ping],
      ['webhook_delivery', ids.delivery],
      ['entry', ids.entry],
    ])
      await sql.query('select find_subjects(null, $1, $2, $3, 21)', [kind, id, ['']])
    await sql.query('set local enable_seqscan = off')
    await sql.query('select find_keys(null, $1, $1, 21)', [ids.key])
    expect(await count()).toEqual(before)
  } finally {
    await sql.query('rollback')
    sql.release()
  }
})
