import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { makeCertificates } from '@afara/stack/http/make-certificates.ts'
import { afterEach, expect, test } from 'vitest'
import { type RawReceiver, startRawReceiver } from '../../../test/webhooks/raw-receiver.ts'
import type { SendResult } from '../../movements/webhooks/webhook-sender.ts'
import { createWalledSender } from './walled-sender.ts'

const sender = createWalledSender({ allowLoopback: true })
const receivers: RawReceiver[] = []
const timers: NodeJS.Timeout[] = []
/** Much longer than any of these messages takes, also on a busy machine. */
const PATIENT_MS = 60_000

afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer)
  for (const receiver of receivers.splice(0)) receiver.close()
})

async function receive(
  answer: (socket: Socket, request: string) => void,
  tls?: TlsOptions,
): Promise<RawReceiver> {
  const receiver = await startRawReceiver(answer, tls)
  receivers.push(receiver)
  return receiver
}

async function post(
  url: string,
  deadlineMs = PATIENT_MS,
  mode: 'live' | 'test' = 'test',
): Promise<SendResult> {
  const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
  return sender.send({ url, headers, body: '{"a":1}', mode, deadlineMs })
}

/** Sends a message to a receiver that answers like this. Returns the receiver and the result. */
async function sendTo(answer: (socket: Socket) => void, deadlineMs?: number) {
  const receiver = await receive(answer)
  const result = await post(`http://127.0.0.1:${receiver.port}/hook?a=b`, deadlineMs)
  return { receiver, result }
}

test('a receiver gets the message unchanged, and its response is stored', async () => {
  const { receiver, result } = await sendTo((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nset-cookie: a=b\r\ncontent-length: 5\r\n\r\nnoted'),
  )
  expect(result).toMatchObject({ outcome: 'answered', status: 200, body: 'noted' })
  const [head = '', body] = (receiver.requests[0] ?? '').split('\r\n\r\n')
  expect(head).toMatch(/^POST \/hook\?a=b HTTP\/1\.1\r\n/)
  expect(head).toContain('webhook-id: evt_1')
  expect(head).toContain('content-length: 7')
  expect(head).toContain('accept-encoding: identity')
  expect(body).toBe('{"a":1}')
  await post(`http://127.0.0.1:${receiver.port}/hook?a=b`)
  expect(receiver.requests.join('')).not.toContain('cookie')
})

test('messages to one endpoint share a connection, also seconds apart; another path of the same host has its own', async () => {
  const { receiver } = await sendTo((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
  await sleep(50)
  await post(`http://127.0.0.1:${receiver.port}/hook?a=b`)
  await sleep(2_500)
  await post(`http://127.0.0.1:${receiver.port}/hook?a=b`)
  expect(receiver.connections()).toBe(1)
  await post(`http://127.0.0.1:${receiver.port}/other`)
  expect(receiver.connections()).toBe(2)
  await expect.poll(receiver.open).toBe(0)
})

test('a redirect to the metadata address of a cloud is a response and is not followed', async () => {
  const { receiver, result } = await sendTo((socket) =>
    socket.write('HTTP/1.1 307 x\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
  )
  expect(result).toMatchObject({ outcome: 'answered', status: 307 })
  expect(receiver.connections()).toBe(1)
})

test('only the first 4 kB of an endless body are read, and then the connection is closed', async () => {
  const { receiver, result } = await sendTo((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const flood = setInterval(() => socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`), 1)
    timers.push(flood)
    socket.on('close', () => clearInterval(flood))
  })
  expect(result).toMatchObject({ outcome: 'answered', status: 200, body: 'x'.repeat(4096) })
  await expect.poll(receiver.open).toBe(0)
})

test('a slow body is read for a second, and its status counts', async () => {
  const { receiver, result } = await sendTo((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
    timers.push(setInterval(() => socket.write('.'), 100))
  })
  expect(result).toMatchObject({ outcome: 'answered', status: 200 })
  expect(result.durationMs).toBeLessThan(PATIENT_MS / 2)
  await expect.poll(receiver.open).toBe(0)
})

test('slow headers fail at the deadline', async () => {
  const { receiver, result } = await sendTo((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    timers.push(setInterval(() => socket.write('a: b\r\n'), 50))
  }, 600)
  expect(result).toMatchObject({ outcome: 'too_slow', reason: 'no response within 0.6 s' })
  expect(result.durationMs).toBeLessThan(PATIENT_MS / 2)
  await expect.poll(receiver.open).toBe(0)
})

test('a receiver that sends nothing is too slow', async () => {
  const { result } = await sendTo(() => {}, 300)
  expect(result).toMatchObject({ outcome: 'too_slow' })
})

test('headers larger than 16 kB count as no answer', async () => {
  const { result } = await sendTo((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\na: ${'b'.repeat(20_000)}\r\n\r\n`),
  )
  expect(result).toMatchObject({
    outcome: 'no_answer',
    reason: 'the response headers are larger than 16 kB',
  })
})

test('endless interim responses count as no answer', async () => {
  const { receiver, result } = await sendTo((socket) => {
    timers.push(setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)), 5))
  })
  expect(result.outcome).toBe('no_answer')
  expect(result.durationMs).toBeLessThan(PATIENT_MS / 2)
  await expect.poll(receiver.open).toBe(0)
})

test('a compressed response is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { result } = await sendTo((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  })
  expect(result).toMatchObject({ outcome: 'answered', status: 200 })
  expect(result.outcome === 'answered' && result.body.length).toBeLessThanOrEqual(4096)
})

test('characters that cannot be printed are not stored', async () => {
  const { result } = await sendTo((socket) =>
    socket.write('HTTP/1.1 500 x\r\ncontent-length: 9\r\n\r\na\u0000\u001B[2J\u202E'),
  )
  expect(result).toMatchObject({ outcome: 'answered', status: 500, body: 'a\u00B7\u00B7[2J\u00B7' })
})

test.each<[string, (socket: Socket) => void]>([
  ['a reset', (socket) => socket.resetAndDestroy()],
  ['a close without an answer', (socket) => socket.end()],
  ['something that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
  [
    'two lengths',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
  ],
])('%s counts as no answer', async (_what, answer) => {
  const { result } = await sendTo(answer)
  expect(result.outcome).toBe('no_answer')
})

test('a response without a request is not read as the response to the next request', async () => {
  const { receiver, result } = await sendTo((socket) =>
    socket.write('HTTP/1.1 500 x\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  )
  expect(result.outcome === 'answered' && result.status).not.toBe(200)
  const again = await post(`http://127.0.0.1:${receiver.port}/hook?a=b`)
  expect(again.outcome === 'answered' && again.status).not.toBe(200)
})

test('a closed port counts as no answer', async () => {
  const receiver = await receive(() => {})
  receiver.close()
  await sleep(50)
  const result = await post(`http://127.0.0.1:${receiver.port}/`)
  expect(result).toMatchObject({ outcome: 'no_answer', reason: 'connection refused' })
})

test('TLS is verified: the certificate must be from a known authority and for this host', async () => {
  const certificates = makeCertificates({ right: 'localhost', wrong: 'bank.example' })
  const answer = (socket: Socket) => socket.write('HTTP/1.1 204 x\r\n\r\n')
  const right = await receive(answer, certificates.of('right'))
  const wrong = await receive(answer, certificates.of('wrong'))
  expect(await post(`https://localhost:${right.port}/`)).toMatchObject({ outcome: 'no_answer' })
  setDefaultCACertificates([...getCACertificates('default'), certificates.authority])
  expect(await post(`https://localhost:${right.port}/`)).toMatchObject({ outcome: 'answered', status: 204 })
  const reason = 'the certificate is for another host'
  expect(await post(`https://localhost:${wrong.port}/`)).toMatchObject({ outcome: 'no_answer', reason })
  expect(wrong.requests).toEqual([])
})

test('a TLS handshake that never ends is too slow', async () => {
  const receiver = await receive(() => {})
  const result = await post(`https://localhost:${receiver.port}/`, 400)
  expect(result).toMatchObject({ outcome: 'too_slow' })
  expect(result.durationMs).toBeLessThan(PATIENT_MS / 2)
})

test('live mode does not send to this machine, whatever the settings say', async () => {
  const receiver = await receive((socket) => socket.write('HTTP/1.1 204 x\r\n\r\n'))
  for (const url of [`http://127.0.0.1:${receiver.port}/`, `https://localhost:${receiver.port}/`])
    expect(await post(url, 1_000, 'live')).toMatchObject({ outcome: 'refused_address' })
  expect(receiver.connections()).toBe(0)
})

test('invalid headers count as no answer, and nothing is thrown', async () => {
  const message = { url: 'http://127.0.0.1:9999/', body: '', mode: 'test', deadlineMs: 500 } as const
  expect(await sender.send({ ...message, headers: { 'a\r\nb': 'c' } })).toMatchObject({
    outcome: 'no_answer',
  })
})
