import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { installPackedKit } from '../../stack/src/documentation/packed-kit.ts'
import { startStandInApi } from './stand-in-api.ts'

const folder = installPackedKit()
const api = await startStandInApi()
const home = mkdtempSync(join(tmpdir(), 'afara-home-'))
afterAll(() => {
  api.stop()
  rmSync(dirname(folder), { recursive: true })
  rmSync(home, { recursive: true })
})

const run = promisify(execFile)
const afara = async (...line: string[]) =>
  run(process.execPath, [join(folder, 'node_modules/@afara/cli/dist/main-afara.js'), ...line], {
    cwd: folder,
    env: { XDG_CONFIG_HOME: home, AFARA_KEY: `svc_test_dev_${'A'.repeat(44)}_abcdef`, AFARA_URL: api.url },
  })

test('the command is installed with all that it needs and none of our server code', async () => {
  expect(existsSync(join(folder, 'node_modules/.bin/afara'))).toBe(true)
  expect((await afara('--version')).stdout.trim()).toBe('0.1.0')
  const installed = readdirSync(join(folder, 'node_modules/@afara/cli'))
  expect(installed.sort()).toEqual(
    ['README.md', 'dist', 'examples', 'package.json'].filter((name) => installed.includes(name)).sort(),
  )
})

test('the installed command calls the API, and shows only enough of the key to recognise it', async () => {
  const { stdout } = await afara('whoami')
  expect(stdout).toContain('ada-foods (biz_1)')
  expect(stdout).toContain('svc_test_dev_…cdef from AFARA_KEY')
  expect(stdout).not.toContain('AAAA')
})

test('a refusal exits with 1 and wrong usage with 2, without a stack trace', async () => {
  const refused = await afara('show', `txn_${'0'.repeat(32)}`).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect((refused as { stderr: string }).stderr).toBe(
    'No transaction has this id. Check the id and the key. (transaction_unknown, request req-1)\n  See http://x/docs\n',
  )
  expect(await afara('shwo').catch((error: unknown) => error)).toMatchObject({ code: 2 })
})

test('the example receiver is in the package', () => {
  const example = join(folder, 'node_modules/@afara/cli/examples/receiver.ts')
  expect(readFileSync(example, 'utf8')).toContain('verifyWebhook')
})
