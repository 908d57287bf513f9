import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createAskBank, NoAnswer } from './ask-bank.ts'

let server: Server | undefined
let asked: string[] = []
const never = new AbortController().signal

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  asked = []
})

async function bankThat(answers: RequestListener): Promise<string> {
  const started = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answers(request, response)
  })
  server = started
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve)
  })
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

const ask = async (url: string, signal = never, deadlineMs = 30_000) =>
  createAskBank(url, deadlineMs)({ path: '/transfer', headers: {}, signal, body: '{}' })

const failure = async (asking: Promise<unknown>): Promise<Partial<NoAnswer>> => {
  const error: unknown = await asking.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NoAnswer)
  const { why, status } = error as NoAnswer
  return { why, status }
}

test('a bank that speaks no TLS on its https address gave no answer, and received no request', async () => {
  const url = await bankThat((_request, response) => response.end('{}'))
  expect(await failure(ask(url.replace('http:', 'https:')))).toEqual({ why: 'http', status: null })
  expect(asked).toEqual([])
})

test('a redirect is not followed, and the outcome is unknown', async () => {
  const url = await bankThat((_request, response) => {
    response.writeHead(307, { location: '/other' }).end('{}')
  })
  expect(await failure(ask(url))).toEqual({ why: 'http', status: null })
  expect(asked).toEqual(['POST /transfer'])
})

test('a connection that ends before the answer leaves the outcome unknown and is not retried', async () => {
  const url = await bankThat((request) => request.socket.destroy())
  expect(await failure(ask(url))).toEqual({ why: 'http', status: null })
  expect(asked).toEqual(['POST /transfer'])
})

test('an idle connection that was closed is not used again', async () => {
  const url = await bankThat((_request, response) => {
    response.end('{"one":1}', () => response.socket?.destroy())
  })
  expect((await ask(url)).body).toEqual({ one: '1' })
  await sleep(50)
  expect((await ask(url)).body).toEqual({ one: '1' })
})

test('half an answer is unreadable', async () => {
  const url = await bankThat((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"half":', () => request.socket.destroy())
  })
  expect(await failure(ask(url))).toEqual({ why: 'unreadable', status: 200 })
})

test('an answer that is too long is unreadable', async () => {
  const url = await bankThat((_request, response) => {
    response.end(Buffer.alloc(5 * 1024 * 1024, 0x20))
  })
  expect(await failure(ask(url))).toEqual({ why: 'unreadable', status: 200 })
})

test('a bank that does not start or finish its answer in time is late', async () => {
  const silent = await bankThat(() => {})
  expect(await failure(ask(silent, never, 50))).toEqual({ why: 'timeout', status: null })
  expect(await failure(ask(silent, AbortSignal.timeout(50)))).toEqual({ why: 'timeout', status: null })
  expect(await failure(ask(silent, AbortSignal.abort()))).toEqual({ why: 'timeout', status: null })
  server?.closeAllConnections()
  server?.close()
  const slow = await bankThat((_request, response) => {
    response.writeHead(200).write('{')
  })
  expect(await failure(ask(slow, never, 5_000))).toEqual({ why: 'timeout', status: 200 })
})
