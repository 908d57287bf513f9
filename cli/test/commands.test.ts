import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApiWorld } from '../../sdk/test/api-world.ts'
import { createTestMachine } from './test-world.ts'

const api = await createApiWorld()
const machine = createTestMachine({ NO_COLOR: '1' })
afterAll(async () => api.close())

const afara = async (line: string, options: Parameters<typeof machine.run>[1] = {}) =>
  machine.run(
    (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', '')),
    options,
  )

/** Removes the parts that differ between runs, so that the rest can be compared. */
function plain(text: string): string {
  return text
    .replaceAll(/(txn|biz|evt|lnk|whe)_[0-9a-f]{32}/g, '$1_…')
    .replaceAll(/afr-[0-9a-f]{32}/g, 'afr-…')
    .replaceAll(/\d+ Nov, [\d:]{8} \([^)]*\)/g, '<when>')
    .replaceAll(/\d+ Nov, [\d:]{8}/g, '<when>')
    .replaceAll(/0x[0-9A-Fa-f]{40}/g, '0x…')
    .replaceAll(/request [0-9a-f-]{36}/g, 'request …')
}

test('without a login, the command says what to do', async () => {
  expect(await afara('list')).toMatchObject({
    code: 2,
    err: 'No key yet. Run "afara login", or set AFARA_KEY and AFARA_URL.',
  })
})

test('a login is checked by the API before it is stored, and never shows the key', async () => {
  const wrong = `${api.key.slice(0, -8)}${api.key.at(-8) === '1' ? '2' : '1'}${api.key.slice(-7)}`
  const refused = await afara(`login --url ${api.baseUrl} --key ${wrong}`)
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/key_/)
  expect(refused.err + refused.out).not.toContain(wrong)

  const { code, out, asked } = await afara(`login --url ${api.baseUrl} --otc-url ${api.otcBaseUrl}`, {
    typed: [api.key],
  })
  expect(code).toBe(0)
  expect(asked).toEqual(['Key (hidden): '])
  expect(out).toContain('Logged in as ada-foods in test mode with svc_test_test1_…')
  expect(out).not.toContain(api.key)
  expect(statSync(join(machine.folder, 'afara/config.json')).mode & 0o777).toBe(0o600)
})

test('a preview shows the result and records nothing', async () => {
  const { out, code } = await afara('buy --preview --amount 25,000 --bank GTBank --account 0123456789')
  expect(code).toBe(0)
  expect(out.split('\n').slice(0, 4)).toEqual([
    'This would be accepted. Nothing was recorded.',
    'amount    ₦25,000.00',
    'fee       ₦0.00',
    'receives  25,000.00 NGNC',
  ])
  expect(await api.count()).toBe(0)
})

test('the first buy needs no flags', async () => {
  const { out, code } = await afara('buy --reference order-1')
  expect(code).toBe(0)
  expect(plain(out)).toMatchInlineSnapshot(`
    "--amount 15000 (a sample value, because this is test mode)
    --bank GTBank (a sample value, because this is test mode)
    --account 0123456789 (a sample value, because this is test mode)
    Accepted, not settled: the tokens will be credited to your balance when the payment reaches our bank account.
    transaction  txn_…
    type         Buy
    status       pending_payment
    amount       ₦15,000.00
    reference    order-1
    pay into     0000000001, TEST BANK (not a bank), TEST Afara
    paid from    0123456789, GTBank
    created      <when>
    Next: afara pay txn_… (simulates the payment)
    Then: afara timeline txn_…"
  `)
})

test('the command prompts for missing values', async () => {
  const { out, asked } = await afara(
    'sell --network Polygon --wallet 0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    {
      typed: ['₦2,500.50', '', ''],
    },
  )
  expect(asked).toEqual([
    'Amount [1500]: ',
    "Beneficiary's bank [GTBank]: ",
    "Beneficiary's account number [0123456789]: ",
  ])
  expect(plain(out)).toContain('amount       2,500.50 NGNC')
  expect(plain(out)).toContain('pays         ₦2,500.50 to 0123456789, GTBank')
  expect(plain(out)).toContain('Next: send exactly that amount to 0x….')
})

test('the list and whereis show the same, newest first', async () => {
  // The width of the first column depends on the age of the transactions.
  const listed = plain((await afara('list')).out).replaceAll(/ {2,}/g, '  ')
  expect(listed.split('\n')).toEqual([
    'created  type  status  amount  reference  transaction',
    '<when>  Sell  pending_deposit  2,500.50 NGNC  afr-…  txn_…',
    '<when>  Buy  pending_payment  ₦15,000.00  order-1  txn_…',
  ])
  const { out } = await afara('whereis order-1')
  expect(plain(out)).toContain('₦15,000.00  order-1    txn_…')
})

test('a timeline ends with who has the money', async () => {
  const { out } = await afara('whereis order-1 --json')
  const [id] = /txn_[0-9a-f]{32}/.exec(out) ?? []
  expect(plain((await afara(`timeline ${id}`)).out)).toBe(
    '<when>  pending_payment  We are waiting for the naira to reach our bank account.\n\nHeld by: the payer. Expected by <when>.',
  )
})

test('--json prints the reply of the API, with every number unchanged', async () => {
  const { out } = await afara('list --type sell --json')
  expect(out).toContain('"amount": 2500.5,')
  expect((JSON.parse(out) as { status: string }).status).toBe('success')
})

test('an export goes into a file', async () => {
  const file = join(machine.folder, 'all.csv')
  expect((await afara(`export -o ${file}`)).out).toBe(`Wrote ${file} (2 lines and a header).`)
  expect(readFileSync(file, 'utf8')).toContain(',order-1,15000,')
})

test('a pay link shows the amount that the payer must pay', async () => {
  const { out } = await afara('pay-link --amount 25000 --description "Order 1"')
  expect(out).toMatch(/to pay {7}₦25,000\.\d\d/)
  expect(out).toMatch(/page {9}https:\/\/api\.afara\.test\/pay\/\S+/)
})

test('the feed is shown on aligned lines', async () => {
  await api.place()
  const { out } = await afara('events --events "buy.*" --limit 1')
  expect(plain(out)).toBe('<when>  #1      buy.pending_payment         ₦15,000.00  order-1  txn_…')
})

test('an endpoint is added, pinged and removed, and its secret shown once', async () => {
  const added = await afara('endpoints add https://example.com/hooks --events buy.*')
  expect(added.out).toMatch(/Secret \(shown once\): whsec_\S+/)
  const [id] = /whe_[0-9a-f]{32}/.exec(added.out) ?? []
  expect((await afara(`endpoints show ${id}`)).out).not.toContain('whsec_')
  expect((await afara(`endpoints ping ${id}`)).code).toBe(0)
  expect((await afara('logs tail --once')).out).toContain('webhook.ping')
  expect((await afara(`endpoints remove ${id}`)).code).toBe(0)
  expect((await afara('endpoints')).out).toBe('No endpoint yet. Add one: afara endpoints add https://…')
})

test('a refusal names every field, its code and the request', async () => {
  const { err, code } = await afara('sell --amount 50 --bank "Guarantee Bank" --account 0123456789')
  expect(code).toBe(1)
  expect(err).toMatch(
    /^The minimum is 100\.00 NGNC\. bank_name: No bank matches "Guarantee Bank"\. Did you mean/,
  )
  expect(err).toMatch(/\(amount_below_minimum, request [0-9a-f-]{36}\)\n {2}See https:\/\/\S+$/)
})

test('wrong arguments are refused before any request', async () => {
  expect((await afara('buy --amount 15k')).err).toContain('"15k" is not an amount')
  expect((await afara('show txn_1')).err).toContain('Find it with "afara whereis txn_1"')
  expect((await afara('clock --advance soon')).err).toContain('"soon" is not a duration')
  expect((await afara('resend soon')).err).toContain('is not an event id, a number or a range')
})

test('every command has an example in its help', async () => {
  const { out } = await afara('--help')
  const names = [...out.matchAll(/^ {2}([a-z][a-z-]+)(?: \[| <| {2,})/gm)].map(([, name]) => name ?? '')
  expect(names.length).toBeGreaterThan(28)
  for (const name of names.filter((name) => !['help', 'endpoints', 'logs', 'pay-link'].includes(name))) {
    expect((await afara(`${name} --help`)).out, name).toContain('Example:\n  ')
  }
  for (const name of [
    'endpoints add',
    'endpoints ping',
    'logs tail',
    'pay-link create',
    'pay-link show',
    'payouts batch',
    'number create',
    'number end',
  ]) {
    expect((await afara(`${name} --help`)).out, name).toContain('Example:\n  ')
  }
})
