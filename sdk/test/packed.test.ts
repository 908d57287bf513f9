import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Afara, newWebhookSecret, signWebhook } from '../src/index.ts'
import { buy, createApiWorld } from './api-world.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)
const world = await createApiWorld()
const folder = await mkdtemp(join(tmpdir(), 'afara-sdk-'))
const webhookSecret = newWebhookSecret()

// The environment of a user who has only the package.
const environment = {
  PATH: process.env.PATH,
  HOME: folder,
  AFARA_KEY: world.key,
  AFARA_URL: world.baseUrl,
  AFARA_WEBHOOK_SECRET: webhookSecret,
}

let files: string[] = []
beforeAll(async () => {
  const tarball = await packCopy(join(folder, 'copy'))
  await writeFile(
    join(folder, 'package.json'),
    '{ "name": "an-integration", "private": true, "type": "module" }',
  )
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    env: environment,
  })
  const readme = await readFile(join(root, 'sdk/README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  files = blocks.map((_, index) => `example-${index + 1}.ts`)
  await Promise.all(blocks.map((code, index) => writeFile(join(folder, `example-${index + 1}.ts`), code)))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

test('the package contains what it needs and none of our other code', async () => {
  const packed = await readdir(join(folder, 'node_modules/@afara/sdk'), { recursive: true })
  expect(packed).toEqual(
    expect.arrayContaining([
      'dist/index.js',
      'dist/index.d.ts',
      'README.md',
      'src/index.ts',
      'examples/receive-webhook.ts',
    ]),
  )
  expect(packed.filter((path) => /\.test\.|node_modules|tsconfig/.test(path))).toEqual([])
  const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@afara/sdk/package.json'), 'utf8'))
  expect(manifest.dependencies ?? {}).toEqual({})
  const { stdout } = await run(join(root, 'node_modules/.bin/publint'), [
    '--strict',
    '--pack=false',
    join(folder, 'node_modules/@afara/sdk'),
  ])
  expect(stdout).toContain('All good!')
})

test('every example of the README compiles, with and without the types of Node', async () => {
  const check = async (...options: string[]): Promise<string> =>
    run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--module', 'nodenext', ...options], {
      cwd: folder,
    }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
  await writeFile(
    join(folder, 'browser.ts'),
    `import { Afara, verifyWebhook } from '@afara/sdk'\nexport const made = [new Afara({ key: '', baseUrl: '' }), verifyWebhook]\n`,
  )
  await writeFile(
    join(folder, 'wrong.ts'),
    `import { Afara } from '@afara/sdk'\nawait new Afara({ key: '', baseUrl: '' }).payLinks.create({ amonut: 1 })\n`,
  )
  const node = ['--target', 'es2024', '--typeRoots', join(root, 'node_modules/@types'), '--types', 'node']
  expect(await check('--exactOptionalPropertyTypes', ...node, ...files)).toBe('')
  expect(await check('--target', 'es2022', '--lib', 'es2022,dom', '--types', '', 'browser.ts')).toBe('')
  expect(await check(...node, 'wrong.ts')).toContain("'amonut' does not exist")
})

test('every example of the README that ends by itself runs', async () => {
  for (const file of await filesThat((code) => !code.includes('SIGTERM'))) {
    const { stdout } = await run(process.execPath, [file], { cwd: folder, env: environment })
    expect(stdout, file).not.toBe('')
  }
  const afara = new Afara({ key: world.key, baseUrl: world.baseUrl })
  const types: string[] = []
  for await (const { type } of afara.transactions.list()) types.push(type)
  expect(types).toEqual(['Sell', 'Buy'])
  expect(await readFile(join(folder, 'buys.csv'), 'utf8')).toContain('25000.5')
})

test('the example that follows the feed receives a buy, keeps its position, and ends on a signal', async () => {
  await new Afara({ key: world.key, baseUrl: world.baseUrl }).buys.create(buy)
  await world.place()
  const [file = ''] = await filesThat((code) => code.includes('events.follow'))
  const follower = start(file)
  await expect.poll(follower.output, { timeout: 30_000 }).toContain('buy.pending_payment')
  expect(await follower.stop(), follower.output()).toBe(0)
  expect(Number(await readFile(join(folder, 'place.txt'), 'utf8'))).toBeGreaterThan(0)
})

test('the example that receives webhooks accepts only ours, and ends on a signal', async () => {
  const port = await freePort()
  const [file = ''] = await filesThat((code) => code.includes('verifyWebhook('))
  const receiver = start(file, { PORT: String(port) })
  await expect.poll(receiver.output, { timeout: 30_000 }).toContain('listening')
  expect(await deliver(port, webhookSecret)).toBe(204)
  expect(await deliver(port, newWebhookSecret())).toBe(400)
  expect(receiver.output()).toContain('dealt with webhook.ping')
  expect(await receiver.stop(), receiver.output()).toBe(0)
})

async function filesThat(fit: (code: string) => boolean): Promise<string[]> {
  const codes = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return files.filter((_, index) => fit(codes[index] ?? ''))
}

function start(file: string, settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...environment, ...settings } })
  const exit = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
  })
  let said = ''
  const hear = (chunk: Buffer): void => {
    said += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return {
    output: () => said,
    stop: () => {
      child.kill('SIGTERM')
      return exit
    },
  }
}

/** Builds and packs a copy, so that no other build interferes. */
async function packCopy(copy: string): Promise<string> {
  await mkdir(join(copy, 'sdk'), { recursive: true })
  await cp(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  for (const part of ['package.json', 'tsconfig.build.json', 'README.md', 'src', 'examples']) {
    await cp(join(root, 'sdk', part), join(copy, 'sdk', part), { recursive: true })
  }
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  await run('npm', ['pack', '--pack-destination', copy], {
    cwd: join(copy, 'sdk'),
    env: { ...process.env, PATH: path },
  })
  const name = (await readdir(copy)).find((file) => file.endsWith('.tgz')) ?? ''
  return join(copy, name)
}

async function deliver(port: number, secret: string): Promise<number> {
  const payload = JSON.stringify({
    id: 'evt_1',
    type: 'webhook.ping',
    number: null,
    sequence: null,
    data: {},
  })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signWebhook({ id: 'evt_1', timestamp, payload, secret }),
    connection: 'close',
  }
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: payload })).status
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve)
  })
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => {
    probe.close(resolve)
  })
  return port
}
