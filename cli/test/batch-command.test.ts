import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createApiWorld } from '../../sdk/test/api-world.ts'
import { workOnBatches } from '../../sdk/test/batch-worker.ts'
import { createTestMachine } from './test-world.ts'

const api = await createApiWorld()
const worker = await workOnBatches(api)
const machine = createTestMachine({ NO_COLOR: '1', AFARA_KEY: worker.key, AFARA_URL: api.baseUrl })
afterAll(async () => {
  await worker.stop()
  await api.close()
})

const folder = mkdtempSync(join(tmpdir(), 'afara-batch-'))
const write = (name: string, lines: readonly string[]): string => {
  const file = join(folder, name)
  writeFileSync(file, `bank_name,account_number,amount\n${lines.join('\n')}\n`)
  return file
}

test('a file is shown, confirmed and paid, and its outcomes are written', async () => {
  const file = write('good.csv', ['GTBank,1000000001,1000', 'Access Bank,1000000002,2000.50'])
  const outcomes = join(folder, 'outcomes.csv')
  const { code, out, asked } = await machine.run(['payouts', 'batch', file, '-o', outcomes], { typed: ['y'] })
  expect(asked).toEqual(['Pay 2 rows, 3,000.50 NGNC? [y/N] '])
  expect(out).toContain('can be paid    2, 3,000.50 NGNC')
  expect(out).toContain('Completed: 2 of 2 rows were confirmed, and each has ended.')
  expect(code).toBe(0)
  expect(readFileSync(outcomes, 'utf8').match(/,paid,/g)).toHaveLength(2)
})

test('problems are shown, and nothing is paid unless they are skipped', async () => {
  const file = write('poor.csv', ['GTBank,1000000003,1000', 'GTBnak,1000000004,1000'])
  const refused = await machine.run(['payouts', 'batch', file, '--yes'])
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('No bank matches "GTBnak"')
  expect(refused.out).toContain('Cancelled. Nothing was paid.')
  const skipped = await machine.run(['payouts', 'batch', file, '--yes', '--skip-problems'])
  expect(skipped.out).toContain('Completed: 1 of 2 rows')
  const missing = await machine.run(['payouts', 'batch', join(folder, 'none.csv')])
  expect(missing).toMatchObject({ code: 2 })
})
