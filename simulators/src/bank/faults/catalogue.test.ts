import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createBankUnderTest, MONNIFY } from '../../../test/bank-under-test.ts'
import { faces, faultNames, faults, transportFaults } from './catalogue.ts'

const bankFolder = resolve(import.meta.dirname, '..')

test('the README lists every fault with its sentence, and no other', () => {
  const readme = readFileSync(resolve(bankFolder, '../../README.md'), 'utf8')
  const table = faultNames.map((name) => {
    const { about, when, seconds, vendors } = faults[name]
    const notes = [when, seconds === undefined ? '' : `${seconds} s`, ...(vendors ?? [])]
      .filter(Boolean)
      .join(', ')
    return `| \`${name}\` | ${about} | ${notes} |`
  })
  const listed = readme.slice(readme.indexOf('### Faults of the bank')).split('\n')
  expect(listed.filter((line) => /^\| `\w+` \|/.test(line))).toEqual(table)
})

test('the simulator returns its catalogue', async () => {
  const bank = await createBankUnderTest()
  const { body } = await bank.admin('GET', '/faults')
  expect(body.faults.map(({ name }: { name: string }) => name)).toEqual(faultNames)
  expect(body.rules).toEqual([])
  await bank.close()
})

test('every fault has a test that is named after it', () => {
  const tests = globSync(join(bankFolder, '**/*.test.ts')).map((file) => readFileSync(file, 'utf8'))
  const carried = new Set(faces.flatMap((face) => transportFaults.map((kind) => `${face}_${kind}`)))
  const untested = faultNames.filter(
    (name) =>
      !carried.has(name) &&
      !tests.some((text) => text.includes(`'${name}: `) || text.includes(`['${name}', `)),
  )
  expect(untested).toEqual([])
})

test.each(['payer_masked', 'requery_late', 'feed_down', 'requery_lags', 'requery_lies_pending', 'slow'])(
  '%s cannot be set for an existing line',
  async (fault) => {
    const bank = await createBankUnderTest()
    const [line] = await bank.pay({ account: MONNIFY, amount: '1' })
    expect((await bank.fault(fault, { line: line?.id })).status).toBe(400)
    await bank.close()
  },
)

test.each([
  [{ fault: 'mood' }, 400],
  [{ fault: 'feed_down', vendor: 'barclays' }, 400],
  [{ fault: 'feed_down', seconds: 3 }, 400],
  [{ fault: 'old_dates', vendor: 'paystack' }, 400],
  [{ fault: 'feed_down', account: '9999999999' }, 404],
  [{ fault: 'feed_gap', line: 'line_9' }, 404],
  [{ fault: 'hooks_down', account: MONNIFY }, 400],
  [{ fault: 'feed_gap', probability: 2 }, 400],
  [{ fault: 'feed_gap', mood: 1 }, 400],
  [{ fault: 'feed_gap', reference: 'af-1' }, 400],
  [{ fault: 'payout_feed_502', reference: 'af-1' }, 400],
  [{ fault: 'slow', code: '96' }, 400],
  [{ fault: 'duplicate_reference_404', vendor: 'monnify' }, 400],
  [{ fault: 'payout_requery_502', reference: 'af-1' }, 201],
  [{ fault: 'accept_then_code', code: '91' }, 201],
])('an invalid rule is refused: %j', async (rule, status) => {
  const bank = await createBankUnderTest()
  expect((await bank.admin('POST', '/faults', rule)).status).toBe(status)
  await bank.close()
})
