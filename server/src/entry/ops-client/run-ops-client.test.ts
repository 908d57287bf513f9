import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { runOpsClient } from './run-ops-client.ts'
import { openSessionFile } from './session-file.ts'

type Body = Readonly<Record<string, unknown>>
type Asked = Readonly<{ path: string; token: string | undefined; body: Body }>

/** Answers as the people process might, or as a false one. */
let answer: (asked: Asked) => readonly [status: number, body: Body]
let asked: Asked[] = []
let opened: string[] = []
const server = createServer((request, response) => {
  void (async () => {
    const body = request.method === 'POST' ? ((await json(request).catch(() => ({}))) as Body) : {}
    const one = { path: request.url ?? '', token: request.headers.authorization, body }
    asked.push(one)
    const [status, reply] = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })()
})
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const folder = mkdtempSync(join(tmpdir(), 'afara-client-'))
const sessionFile = join(folder, 'afara', 'sessions.json')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
  opened = []
})

const ran = (output: string[]) => [200, { exit_code: 0, output, errors: [] }] as const
const refusal = (code: string, detail: Body = {}) =>
  [code === 'file_required' ? 422 : 401, { code, message: `It is ${code}.`, errors: [detail] }] as const

/** Signs anything, and says for which site. */
const signsAll = `"${process.execPath}" -e '
  const asked = JSON.parse(require("fs").readFileSync(0, "utf8"))
  console.log(JSON.stringify({ credential_id: "AQ", authenticator_data: "AQ", client_data: "AQ", signature: asked.rp_id }))'`

async function run(
  args: readonly string[],
  { authenticator }: { authenticator?: string } = { authenticator: signsAll },
) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOpsClient(args, {
    readConfig: () => ({
      url,
      origin: 'http://localhost:8084',
      authenticator,
      sessionFile,
      sessionName: 'bisi',
    }),
    openSession: ({ sessionFile: path, sessionName }) => openSessionFile(path, sessionName),
    openBrowser: (page) => opened.push(page),
    sleep: async () => {},
    print: (text) => out.push(text),
    printError: (text) => errors.push(text),
  })
  return { code, out, errors: errors.join('\n') }
}

/** Lets the operator sign in, and answers everything else. */
const signsIn =
  (others: typeof answer, rpId = 'localhost'): typeof answer =>
  (one) => {
    if (one.path === '/people/v1/sessions/options') return [200, { options: { challenge: 'AQ', rpId } }]
    if (one.path === '/people/v1/sessions') return [200, { token: 'afs_1' }]
    return one.token === 'Bearer afs_1' ? others(one) : refusal('session_missing')
  }

test('a command signs in by itself, and keeps the token where only its owner can read it', async () => {
  answer = signsIn(() => ran(['a case']))
  expect(await run(['cases'])).toEqual({ code: 0, out: ['a case'], errors: '' })
  expect(statSync(sessionFile).mode & 0o777).toBe(0o600)
  expect(openSessionFile(sessionFile, 'chidi').read()).toBeUndefined()
  asked = []
  await run(['cases'])
  expect(asked.map(({ path }) => path)).toEqual(['/people/v1/commands'])
})

test('without an authenticator, a session that ended says how to sign in', async () => {
  answer = () => refusal('session_expired')
  const { code, errors } = await run(['cases'], {})
  expect([code, errors]).toEqual([1, expect.stringContaining('Run: npx afara ops login')])
})

const ORIGIN = 'http://localhost:8084'

/** Answers waits with "pending" twice, and then with what they wait for. */
function afterTwo(pending: ReturnType<typeof answer>, done: ReturnType<typeof answer>) {
  let waited = 0
  return () => {
    waited += 1
    return waited > 2 ? done : pending
  }
}

test('without an authenticator, the operator confirms a code in the browser', async () => {
  openSessionFile(sessionFile, 'bisi').remove()
  const token = afterTwo(refusal('authorization_pending'), [200, { token: 'afs_1' }])
  const page = `${ORIGIN}/device?code=BCDF-GHJK`
  const device = {
    device_code: 'dvc_1',
    user_code: 'BCDF-GHJK',
    verification_uri_complete: page,
    interval: 2,
  }
  answer = ({ path }) => (path === '/people/v1/devices' ? [200, device] : token())
  const { code, errors } = await run(['login'], {})
  expect([code, opened]).toEqual([0, [page]])
  expect(errors).toContain('Your code is BCDF-GHJK.')
  expect(openSessionFile(sessionFile, 'bisi').read()).toBe('afs_1')
  expect(asked.at(-1)).toMatchObject({ path: '/people/v1/devices/token', body: { device_code: 'dvc_1' } })
  answer = ({ path }) => (path === '/people/v1/devices' ? [200, device] : refusal('access_denied'))
  expect((await run(['login'], {})).errors).toContain('Rejected (access_denied)')
  answer = () => [200, { ...device, verification_uri_complete: 'http://localhost.example/device' }]
  opened = []
  expect((await run(['login'], {})).errors).toContain('is not a page of')
  expect(opened).toEqual([])
})

test('without an authenticator, a decision waits for the signature in the browser', async () => {
  openSessionFile(sessionFile, 'bisi').write('afs_1')
  const request = {
    text: 'Afara decision 1\nreason: "x"',
    rp_id: 'localhost',
    credentials: [],
    case_id: 'cas_7',
    url: `${ORIGIN}/decide/sgr_1`,
    signature_request_id: 'sgr_1',
  }
  const state = (is: string, code = '220C-AA84') =>
    [200, { signature: { state: is, short_code: code } }] as const
  const wait = afterTwo(state('waiting'), state('signed'))
  answer = ({ path, body }) => {
    if (path === '/people/v1/signatures/sgr_1') return wait()
    return body.case_id === undefined ? refusal('signature_required', request) : ran(['is done'])
  }
  expect(await run(['approve', 'cas_7'], {})).toMatchObject({ code: 0, out: ['is done'] })
  expect(opened).toEqual([request.url])
  expect(asked.filter(({ path }) => path.endsWith('/sgr_1'))).toHaveLength(3)
  expect(asked.at(-1)?.body).toMatchObject({ args: ['approve', 'cas_7'], case_id: 'cas_7', signatures: [] })
  answer = ({ path }) =>
    path.endsWith('/sgr_1') ? state('signed', '0000-0000') : refusal('signature_required', request)
  expect((await run(['approve', 'cas_7'], {})).errors).toContain('Rejected (signature_invalid)')
  answer = ({ path }) =>
    refusal(path.endsWith('/sgr_1') ? 'signature_request_unknown' : 'signature_required', request)
  expect((await run(['approve', 'cas_7'], {})).errors).toContain('Rejected (signature_request_unknown)')
})

test('a process that asks for a signature for another site gets none', async () => {
  answer = signsIn(() => ran([]), 'afara.example')
  openSessionFile(sessionFile, 'bisi').remove()
  expect((await run(['login'])).errors).toContain('Rejected (signature_invalid)')
  answer = signsIn(() =>
    refusal('signature_required', { text: 'x', rp_id: 'afara.example', credentials: [] }),
  )
  openSessionFile(sessionFile, 'bisi').write('afs_1')
  expect((await run(['approve', 'cas_1'])).errors).toContain('Rejected (signature_invalid)')
  expect(asked.filter(({ body }) => 'credential' in body)).toEqual([])
})

test('a file is sent only if the operator named it, and only if it is a file of a possible size', async () => {
  const named = join(folder, 'statement.csv')
  const wants = (name: string) =>
    signsIn(({ body }) =>
      name in (body.files as Body)
        ? ran([String((body.files as Body)[name])])
        : refusal('file_required', { name }),
    )
  writeFileSync(named, 'rows')
  answer = wants(named)
  expect((await run(['import', named])).out).toEqual([Buffer.from('rows').toString('base64')])
  answer = wants('/etc/hostname')
  expect((await run(['import', named])).errors).toContain('"/etc/hostname" cannot be read')
  for (const [path, why] of [
    ['/dev/zero', 'cannot be read'],
    [join(folder, 'nowhere.csv'), 'cannot be read'],
    [folder, 'cannot be read'],
  ] as const) {
    answer = wants(path)
    expect((await run(['import', path])).errors).toContain(why)
  }
  truncateSync(named, 20_000_001)
  answer = wants(named)
  expect((await run(['import', named])).errors).toContain('larger than 20 MB')
})

test('the operator reads the text and the code of a decision, computed here and not by the process', async () => {
  const text = 'Afara decision 1\nreason: "x"'
  answer = signsIn(({ body }) =>
    (body.signatures as unknown[]).length > 0
      ? ran([String(body.case_id)])
      : refusal('signature_required', {
          text,
          short_code: '0000-0000',
          rp_id: 'localhost',
          credentials: ['AQ'],
          case_id: 'cas_7',
        }),
  )
  const { out, errors } = await run(['approve', 'cas_7'])
  expect(out).toEqual(['cas_7'])
  expect(errors).toContain(text)
  expect(errors).toContain('Its code is 220C-AA84.')
})

test('who signs out has no token any more', async () => {
  answer = signsIn(({ path }) =>
    path === '/people/v1/sessions/current' ? [200, { session: { session_id: 'ses_1' } }] : [200, {}],
  )
  openSessionFile(sessionFile, 'bisi').write('afs_1')
  expect((await run(['logout'])).out).toEqual(['You are signed out.'])
  expect(asked.map(({ path }) => path)).toContain('/people/v1/sessions/ses_1/revoke')
  expect(openSessionFile(sessionFile, 'bisi').read()).toBeUndefined()
  answer = () => refusal('session_expired')
  openSessionFile(sessionFile, 'bisi').write('afs_0')
  expect((await run(['logout'])).code).toBe(0)
  expect(openSessionFile(sessionFile, 'bisi').read()).toBeUndefined()
})
