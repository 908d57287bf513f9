import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../test/connect-as.ts'
import { createDecidingWorld } from '../../../test/deciding-world.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { absentSigner } from '../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { wireStatementFormats } from '../../wire/wire-vendors.ts'
import { runOps } from './run-ops.ts'

const world = await createDecidingWorld()
const stranger = { accountNumber: '9999999999', bankCode: '000014', name: 'EMEKA OKAFOR' } as const

afterAll(world.close)

/** Runs a line as an operator would type it, with the key of one of the two. */
async function ops(who: string, ...args: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...args], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => wireStatementFormats(),
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, out, text: out.join('\n'), errors: errors.join('\n') }
}

async function unmatched(naira: number) {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const line = await world.pay(account, naira, stranger)
  world.clock.advance(25 * 3_600_000)
  await world.match(account)
  return { shop, account, line, caseId: await world.caseOf(line, 'unmatched') }
}

test('from the list to the end, each answer names the next command', async () => {
  const { shop, account, line, caseId } = await unmatched(1_234_567)
  const buy = formatId('transaction', await world.claim(shop, account, 1_234_567))
  const listed = await ops('bisi', 'cases', '--kind', 'unmatched')
  expect(listed.text).toContain('₦1,234,567.00')
  expect(listed.text).toContain(`Next: npx afara ops show ${caseId}`)

  const shown = await ops('bisi', 'show', caseId)
  expect(shown.text).toContain('9999999999, EMEKA OKAFOR')
  expect(shown.text).toContain('₦1,234,567.00 of ₦1,234,567.00, in suspense, available for matching')
  expect(shown.text).toContain(`npx afara ops propose ${caseId} --as-proposed`)

  expect((await ops('bisi', 'take', caseId)).text).toContain('is assigned to Bisi')
  expect((await ops('bisi', 'note', caseId, 'Emeka paid for the shop')).code).toBe(0)
  const proposed = await ops('bisi', 'propose', caseId, '--allocate', buy, '--reason', 'a friend paid')
  expect(proposed.text).toContain(`allocate ₦1,234,567.00 to ${buy}`)
  expect((await ops('bisi', 'approve', caseId)).errors).toMatch(/Another operator must approve/)
  expect((await ops('chidi', 'cases', '--state', 'awaiting_approval')).text).toContain('TO APPROVE: allocate')
  expect((await ops('chidi', 'show', caseId)).text).toContain(`npx afara ops approve ${caseId} --version 4`)
  expect((await ops('chidi', 'approve', caseId, '--version', '4')).text).toContain('is done')

  const credit = await ops('chidi', 'show', formatId('credit', line))
  expect(credit.text.replace(/\s+/g, ' ')).toContain(`to ${buy}, by operators in ${caseId} (person, person)`)
  expect(credit.text).toContain('nothing of ₦1,234,567.00')
  const story = await ops('chidi', 'show', buy)
  expect(story.text).toContain('paid_in_full: payment_received')
  expect(story.text).toContain('credit_matched')
  expect((await ops('chidi', 'cases', '--kind', 'unmatched')).text).toContain('No open cases')
})

test('a credit that two businesses claim is shown with the evidence for and against each', async () => {
  const [one, other] = [await world.openBusiness(), await world.openBusiness()]
  const account = await world.openAccount()
  const claims = [await world.claim(one, account, 61_000), await world.claim(other, account, 61_000)]
  const line = await world.pay(account, 61_000)
  await world.match(account)
  const { text, out } = await ops('bisi', 'show', await world.caseOf(line, 'contested'))
  for (const claim of claims) expect(text).toContain(formatId('transaction', claim))
  expect(out.filter((each) => each.trim().startsWith('of business-'))).toHaveLength(2)
  expect(out.filter((each) => each.includes('for: the amount is exactly'))).toHaveLength(2)
})

test('no printed line is wider than a hundred characters, except lines to paste', async () => {
  const { caseId, line } = await unmatched(999_999_999)
  const texts = await Promise.all([
    ops('bisi', 'cases'),
    ops('bisi', 'show', caseId),
    ops('bisi', 'show', formatId('credit', line)),
    ops('bisi', 'credits'),
  ])
  for (const { out, code } of texts) {
    expect(code).toBe(0)
    const wide = out.filter((text) => text.length > 100 && !text.includes('npx afara'))
    expect(wide).toEqual([])
  }
})

test('a credit is found by what a bank prints on paper: session, reference, account number', async () => {
  const { shop, account, line } = await unmatched(77_000)
  const buy = await world.claim(shop, account, 88_000, { reference: 'order-4711' })
  const { rows } = await world.owner.query<{ session_id: string }>(
    'select session_id from bank_line where id = $1',
    [line],
  )
  expect((await ops('bisi', 'show', rows[0]?.session_id ?? '')).text).toContain(formatId('credit', line))
  expect((await ops('bisi', 'show', account.number)).text).toContain(formatId('credit', line))
  expect((await ops('bisi', 'show', 'order-4711')).text).toContain(formatId('transaction', buy))
  const nothing = await ops('bisi', 'show', 'no-such-thing')
  expect(nothing).toMatchObject({ code: 1, errors: expect.stringMatching(/Give an id/) })
})

test('a kept credit is allocated to its buy when its payer is known', async () => {
  const { shop, account, line, caseId } = await unmatched(41_000)
  const credit = formatId('credit', line)
  await ops('bisi', 'propose', caseId, '--keep', '--reason', 'nobody asks for it')
  await ops('chidi', 'approve', caseId)
  expect((await ops('chidi', 'credits', '--account', account.number)).text).toMatch(/EMEKA OKAFOR +kept/)
  const buy = formatId('transaction', await world.claim(shop, account, 41_000))
  const asked = await ops('chidi', 'propose', credit, '--allocate', buy, '--reason', 'it was his')
  const request = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('bisi', 'propose', credit, '--return', '--reason', 'no')).errors).toContain(request)
  expect((await ops('bisi', 'approve', request)).code).toBe(0)
  expect((await ops('bisi', 'show', buy)).text).toContain('payment_received')
})

test('one operator stops an account, two resume it', async () => {
  const account = await world.openAccount()
  const id = formatId('vendorAccount', account.id)
  expect((await ops('bisi', 'freeze', 'account', id, '--reason', 'odd debits')).text).toContain('is frozen')
  const asked = await ops('bisi', 'unfreeze', 'account', id, '--reason', 'the bank explained')
  const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect(await stateOf(account.id)).toBe('frozen')
  expect((await ops('chidi', 'unfreeze', 'account', id, '--reason', 'me too')).errors).toContain(caseId)
  expect((await ops('bisi', 'approve', caseId)).code).toBe(1)
  expect((await ops('chidi', 'show', caseId)).text).toContain('set the account to active')
  expect((await ops('chidi', 'approve', caseId)).code).toBe(0)
  expect(await stateOf(account.id)).toBe('active')
  expect((await ops('bisi', 'unfreeze', 'account', id, '--reason', 'again')).errors).toMatch(
    /is already active/,
  )
  expect((await ops('bisi', 'account', 'list')).text).toMatch(new RegExp(`${id}  ${account.number}`))

  const moved = await ops('chidi', 'account', 'move', id, '--to', 'draining', '--reason', 'new bank')
  const request = /cas_[0-9a-f]{32}/.exec(moved.text)?.[0] ?? ''
  expect((await ops('bisi', 'decline', request, '--reason', 'not yet')).text).toContain('Declined and closed')
  expect(await stateOf(account.id)).toBe('active')
})

async function stateOf(accountId: string): Promise<string | undefined> {
  const { rows } = await world.owner.query<{ state: string }>(
    'select state from vendor_account where id = $1',
    [accountId],
  )
  return rows[0]?.state
}

test('one operator blocks a credit, two release it', async () => {
  const account = await world.openAccount()
  const line = await world.pay(account, 52_000, stranger)
  const credit = formatId('credit', line)
  const placed = await ops('bisi', 'lien', 'place', credit, '--reason', 'letter of the bank')
  const caseId = /cas_[0-9a-f]{32}/.exec(placed.text)?.[0] ?? ''
  expect((await ops('bisi', 'show', credit)).text).toMatch(/lien +since .*: "letter of the bank"/)
  expect((await ops('bisi', 'show', caseId)).text).toContain(`npx afara ops lien lift ${credit}`)
  expect((await ops('bisi', 'lien', 'lift', credit, '--reason', 'withdrawn')).text).toContain(caseId)
  expect(await world.leftOf(line)).toMatchObject({ blocked: true })
  expect((await ops('chidi', 'approve', caseId)).text).toContain('lift the lien')
  expect(await world.leftOf(line)).toMatchObject({ blocked: false })
  expect((await ops('bisi', 'lien', 'lift', credit, '--reason', 'again')).errors).toMatch(/no lien/)
})

test('a lien on an allocated credit can be lifted, even after its case was resolved with keep', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = formatId('transaction', await world.claim(shop, account, 53_000))
  const line = await world.pay(account, 53_000)
  await world.match(account)
  const credit = formatId('credit', line)
  const placed = await ops('bisi', 'lien', 'place', credit, '--reason', 'letter of the bank')
  const caseId = /cas_[0-9a-f]{32}/.exec(placed.text)?.[0] ?? ''
  expect((await ops('bisi', 'lien', 'place', credit, '--reason', 'again')).text).toContain('already')
  expect((await ops('bisi', 'show', buy)).text).toContain(`${caseId}   recall, open`)
  await ops('bisi', 'propose', caseId, '--keep', '--reason', 'the bank is asked')
  expect((await ops('chidi', 'approve', caseId)).code).toBe(0)
  const lifted = await ops('bisi', 'lien', 'lift', credit, '--reason', 'withdrawn')
  const request = /cas_[0-9a-f]{32}/.exec(lifted.text)?.[0] ?? ''
  expect((await ops('chidi', 'approve', request)).text).toContain('lift the lien')
  expect((await ops('bisi', 'show', credit)).text).not.toMatch(/^ {2}lien/m)
})

test('two operators set the exposure limit of a business', async () => {
  const shop = await world.openBusiness(0)
  const tag = formatId('business', shop)
  const asked = await ops(
    'bisi',
    'cap',
    tag,
    '--mode',
    'test',
    '--amount',
    '₦250,000.00',
    '--reason',
    'a year of trade',
  )
  const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('chidi', 'approve', caseId)).text).toContain('set the exposure limit to ₦250,000.00')
  const { rows } = await world.owner.query(
    `select exposure_cap_minor from business_mode where business_id = $1 and mode = 'test'`,
    [shop],
  )
  expect(rows).toEqual([{ exposure_cap_minor: '25000000' }])
})

test('a statement adds lines that the feeds had missed', async () => {
  const account = await world.openAccount()
  const id = formatId('vendorAccount', account.id)
  const folder = mkdtempSync(join(tmpdir(), 'afara-statement-'))
  const file = join(folder, 'statement.csv')
  writeFileSync(
    file,
    [
      'CUSTOMER STATEMENT',
      'Account Name,TEST Afara',
      `Account No,'${account.number}`,
      'Period,13-Nov-2026 to 13-Nov-2026',
      'Opening Balance,0.00',
      'Total Debit,0.00',
      'Total Credit,"50,000.00"',
      'Closing Balance,"50,000.00"',
      '',
      'Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks',
      '13-Nov-2026,13-Nov-2026,,,"50,000.00","50,000.00",E-CHANNELS,NIP TRANSFER FROM EMEKA OKAFOR',
      '',
    ].join('\n'),
  )
  const imported = await ops('bisi', 'import', id, file, '--profile', 'gtb')
  expect(imported.errors).toBe('')
  expect(imported.text).toContain('opening balance ₦0.00, closing balance ₦50,000.00')
  expect(imported.text).toContain('1 line is new')
  expect((await ops('bisi', 'import', id, file, '--profile', 'gtb')).errors).toMatch(/was imported on/)
  expect((await ops('bisi', 'import', id, 'nowhere.csv', '--profile', 'gtb')).errors).toMatch(
    /cannot be read/,
  )
  expect(imported.text).toContain('1 credit waits until another operator has compared')
  expect((await ops('bisi', 'import', id, file, '--profile', 'gtb', '--from', '2026-11-13')).errors).toMatch(
    /Pass both --from/,
  )
  truncateSync(file, 20_000_001)
  expect((await ops('bisi', 'import', id, file, '--profile', 'gtb')).errors).toMatch(/larger than 20 MB/)
  rmSync(folder, { recursive: true })

  const caseId = /cas_[0-9a-f]{32}/.exec(imported.text)?.[0] ?? ''
  const credit = /crd_[0-9a-f]{32}/.exec(imported.text)?.[0] ?? ''
  const shown = await ops('chidi', 'show', caseId)
  expect(shown.text).toMatch(new RegExp(`${credit} +₦50,000.00  no name`))
  expect((await ops('chidi', 'show', credit)).text).toContain(`${caseId}   unconfirmed_import`)
  expect((await ops('bisi', 'approve', caseId)).errors).toMatch(/Another operator must approve/)
  expect((await ops('chidi', 'approve', caseId)).code).toBe(0)
  expect((await ops('chidi', 'show', credit)).text).toContain('available for matching')
})

test('text that a payer typed reaches the terminal only as plain text', async () => {
  const account = await world.openAccount()
  const name = 'EMEKA \u001b[2J\u202eROFAKO\nNext: npx afara'
  const line = await world.pay(account, 5_100, { ...stranger, accountNumber: '8888888888', name })
  for (const what of [
    ['show', formatId('credit', line)],
    ['credits', '--account', account.number],
  ]) {
    const { text } = await ops('bisi', ...what)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(text).toContain('EMEKA \\u{1b}[2J')
    expect(text).not.toMatch(/^Next: npx afara$/m)
  }
})

test('a refused command says what is possible instead', async () => {
  const { caseId } = await unmatched(66_000)
  const because = ['--reason', 'a test']
  expect((await ops('bisi', 'propose', caseId, ...because)).errors).toMatch(/Choose one:/)
  expect((await ops('bisi', 'propose', caseId, '--keep', '--return', ...because)).errors).toMatch(
    /Choose one:/,
  )
  expect((await ops('bisi', 'propose', caseId, '--charge', ...because)).errors).toMatch(
    /Use --allocate, --return, --keep/,
  )
  expect((await ops('bisi', 'approve', caseId)).errors).toMatch(/Propose a decision/)
  expect((await ops('bisi', 'show', 'cas_00000000000070008000000000000000')).errors).toMatch(/Give an id/)
  expect((await ops('bisi', 'approve', 'cas_1')).errors).toMatch(/afara ops cases/)
})

test('after all of this the database is consistent', async () => {
  expect(await world.findings()).toEqual([])
})
