import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { connectAs } from '../../../../test/connect-as.ts'
import { createDecidingWorld } from '../../../../test/deciding-world.ts'
import { readCaseScreen } from '../../../flows/console/read-case.ts'
import { formatId, newId, parseId } from '../../../kernel/ids/ids.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { runChecks } from '../../../records/ledger/check-store.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createDecidingWorld()
const { owner, clock } = world
afterAll(world.close)

async function ops(who: string, line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const host = connectAs(world.ownerUrl, `${who}@afara.test`)
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    ...host,
    connect: async () => ({ ...(await host.connect()), clock }),
    readSigning: softwareSigning,
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

const REASON = ['--reason', 'nobody claims these credits']
const day = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const caseIn = (text: string) => /cas_[0-9a-f]{32}/.exec(text)?.[0] ?? ''

const PAYER = { accountNumber: '1007654321', bankCode: '000013', name: 'ADAEZE NGOZI OKONKWO' }
let accounts = 0

/** Opens a case about live naira that nobody claims. */
async function unmatched(naira: number): Promise<string> {
  accounts += 1
  const account = { id: newId(), number: String(9_000_000_000 + accounts), payer: PAYER }
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'live', 'Afara', $2, '000013', 'GTBank')`,
    [account.id, account.number],
  )
  const line = await world.pay(account, naira)
  const { rows } = await owner.query<{ id: string }>(
    `select open_case($1, 'live', 'unmatched', $2, $3, null, null, 'nobody claims it', '{}', null, $4, $4) as id`,
    [newId(), account.id, line, clock.now()],
  )
  return formatId('case', rows[0]?.id ?? '')
}

const allow = async (cap = '5000') => {
  const terms = `--mode live --ground unmatched --cap ${cap} --total 8000 --until ${day(30)}`
  const asked = await ops('bisi', `standing allow return ${terms}`, ...REASON)
  expect(asked.errors).toBe('')
  return caseIn(asked.text)
}

test('two operators allow it, one closes a live case under it, and one ends it', async () => {
  expect((await ops('bisi', 'standing list')).text).toBe('There are no standing decisions.')
  const standing = await allow()
  expect((await ops('bisi', `approve ${standing}`)).errors).toContain('You proposed this yourself')
  const approved = await ops('chidi', `approve ${standing}`)
  expect(approved.text).toContain(
    'one person may decide return in cases of kind unmatched, up to ₦5,000.00 for each and ₦8,000.00 in total',
  )

  const caseId = await unmatched(5_000)
  const proposed = await ops('bisi', `propose ${caseId} --return --under ${standing}`, ...REASON)
  expect(proposed.text).toContain(`by one person under the standing decision ${standing}`)
  expect(proposed.text).toContain('One person suffices for it, so you can approve it yourself.')
  const closed = await ops('bisi', `approve ${caseId}`)
  expect([closed.errors, closed.code]).toEqual(['', 0])
  expect(await world.returnsOf(caseId)).toMatchObject([{ amount_minor: '500000' }])
  const { findings } = await runChecks(owner, ['check_cases', 'check_decisions', 'check_returned_credits'])
  expect(findings).toEqual([])

  const list = await ops('bisi', 'standing list')
  expect(list.text).toMatch(/return +unmatched +₦5,000\.00 +₦5,000\.00 +₦8,000\.00 +in force until/)
  const next = await unmatched(5_000)
  const refused = await ops('bisi', `propose ${next} --return --under ${standing}`, ...REASON)
  expect(refused.errors).toContain('allows 800000 kobo in total')
  expect(refused.errors).toContain('without --under')

  expect((await ops('bisi', `standing end ${standing}`, '--reason', 'a doubt')).text).toContain('has ended')
  expect((await ops('chidi', `standing end ${standing}`, '--reason', 'a doubt')).text).toContain(
    'already ended',
  )
  expect((await ops('bisi', 'standing list')).text).toContain('ended: an operator ended it: a doubt')
  const small = await unmatched(100)
  expect((await ops('bisi', `propose ${small} --return --under ${standing}`, ...REASON)).errors).toContain(
    'a doubt',
  )
})

test('the page of a case names the standing decision that covers a choice, and one signature closes it', async () => {
  const standing = await allow()
  await ops('chidi', `approve ${standing}`)
  const [small, large] = [await unmatched(1_000), await unmatched(6_000)]
  const coveredBy = async (caseId: string) => {
    const screen = await readCaseScreen(owner, 'live', caseId, clock.now())
    return screen.choices.find(({ action }) => action === 'return')?.standing ?? null
  }
  expect(formatId('case', (await coveredBy(small)) ?? '')).toBe(standing)
  expect(await coveredBy(large)).toBeNull()

  const refused = await ops('bisi', `propose ${small} --return --close`, ...REASON)
  expect(refused.errors).toContain('Pass --under')
  const closed = await ops('bisi', `propose ${small} --return --under ${standing} --close`, ...REASON)
  expect([closed.errors, closed.text]).toEqual(['', expect.stringContaining(`${small} is done`)])
  expect(await world.returnsOf(small)).toMatchObject([{ amount_minor: '100000' }])
  expect((await runChecks(owner, ['check_cases', 'check_decisions'])).findings).toEqual([])
  await ops('bisi', `standing end ${standing}`, '--reason', 'done')
  expect(await coveredBy(await unmatched(100))).toBeNull()
})

test('a suggestion tells its grounds, and how often people followed it', async () => {
  const suggest = async () => {
    const caseId = await unmatched(700)
    await owner.query('begin')
    await owner.query('alter table case_file disable trigger user')
    await owner.query(
      `update case_file set proposal = '{"action": "return", "amount_minor": "70000"}' where id = $1`,
      [parseId('case', caseId)],
    )
    await owner.query('alter table case_file enable trigger user')
    await owner.query('commit')
    return caseId
  }
  const [first, second, third] = [await suggest(), await suggest(), await suggest()]
  expect((await ops('bisi', `show ${first}`)).text).toContain('nobody has decided such a case yet')
  await ops('bisi', `propose ${first} --return`, ...REASON)
  await ops('chidi', `approve ${first}`)
  await ops('bisi', `propose ${second} --keep`, ...REASON)
  await ops('chidi', `approve ${second}`)
  const shown = await ops('bisi', `show ${third}`)
  expect(shown.text).toMatch(/because +nobody claims it/)
  expect(shown.text).toContain('accepted 1 of 2 times')
})

test.each([
  [
    `allow release --mode live --ground screening_hit --cap 1 --total 1 --until ${day(1)}`,
    'never decides "release"',
  ],
  [
    `allow return --mode live --ground contested --cap 1 --total 1 --until ${day(1)}`,
    'cases of kind "contested"',
  ],
  [`allow return --mode live --ground unmatched --cap 2 --total 1 --until ${day(1)}`, 'at most the total'],
  [`allow return --mode live --ground unmatched --cap 1 --total 1 --until ${day(99)}`, 'within 90 days'],
  ['allow return --mode live --ground unmatched --cap 1 --total 1 --until never', 'must expire'],
])('standing %s is refused', async (line, why) => {
  expect((await ops('bisi', `standing ${line}`, ...REASON)).errors).toContain(why)
})

test('a decision that never stands is refused at once, and so is the end of a case that is none', async () => {
  const caseId = await unmatched(100)
  expect((await ops('bisi', `propose ${caseId} --keep --under ${caseId}`, ...REASON)).errors).toContain(
    'One person never decides this',
  )
  expect((await ops('bisi', `standing end ${caseId}`, ...REASON)).errors).toContain('not a standing decision')
})

test('a standing decision ends when one of its signers leaves', async () => {
  const standing = await allow()
  await ops('chidi', `approve ${standing}`)
  await owner.query(`update operator set status = 'suspended' where email = 'chidi@afara.test'`)
  const caseId = await unmatched(100)
  const refused = await ops('bisi', `propose ${caseId} --return --under ${standing}`, ...REASON)
  expect(refused.errors).toContain('Chidi, who signed it, is no longer an operator')
})
