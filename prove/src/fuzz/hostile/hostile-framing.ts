import type { Operation } from '../document/operation.ts'
import { ANY, type Asked, type Exchange } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import type { Random } from '../random.ts'
import { type Draft, toRequest } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import { encodeRequest, type FuzzRequest, withHeader } from '../wire/request.ts'

type Framed = Pick<Exchange, 'pieces' | 'hangUp' | 'mayHangUp'> & Readonly<{ asked?: readonly Asked[] }>

type Framing = (request: FuzzRequest, setting: Setting, draft: Draft) => Framed

const text = (bytes: Buffer) => bytes.toString('latin1')
const raw = (written: string) => [Buffer.from(written, 'latin1')]
const whole = (pieces: readonly Buffer[]): Framed => ({ pieces })
/** A complete message that is not proper HTTP. The server must reply or close the connection. */
const poor = (...pieces: readonly Buffer[]): Framed => ({ pieces, mayHangUp: true })
/** A message whose end is missing. Nothing more is sent. */
const unfinished = (...pieces: readonly Buffer[]): Framed => ({ pieces, mayHangUp: true, hangUp: 'at-once' })
const chunked = (request: FuzzRequest, body: string): Buffer =>
  encodeRequest({ ...withHeader(request, 'transfer-encoding', 'chunked'), body: Buffer.from(body, 'latin1') })
const bodyOf = ({ body }: FuzzRequest) => text(body ?? Buffer.alloc(0))
const rewritten = (request: FuzzRequest, from: string, to: string) =>
  poor(...raw(text(encodeRequest(request)).replaceAll(from, to)))

const anyFramings: Readonly<Record<string, Framing>> = {
  'byte by byte': (request) => whole(dribble(encodeRequest(request), 12)),
  'bare line feeds': (request) => rewritten(request, '\r\n', '\n'),
  'blank lines first': (request) => poor(...raw(`\r\n\r\n${text(encodeRequest(request))}`)),
  'without a host': (request) => rewritten(request, 'host: localhost\r\n', ''),
  'HTTP/1.0': (request) => rewritten(request, 'HTTP/1.1', 'HTTP/1.0'),
  'an unknown HTTP version': (request, { random }) =>
    rewritten(request, 'HTTP/1.1', random.pick(['HTTP/2.0', 'HTTP/9.9', 'HTTP/1.10', 'http/1.1', 'FTP/1.1'])),
  'HTTP/0.9': ({ target }) => unfinished(...raw(`GET ${target}\r\n`)),
  'the preface of HTTP/2': () => unfinished(...raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
  'a handshake of TLS': () => unfinished(Buffer.from('16030100c8010000c40303', 'hex')),
  'random bytes': (_, { random }) => unfinished(random.bytes(random.between(1, 500))),
  'an empty request': () => unfinished(),
  'an incomplete head': (request, { random }) =>
    unfinished(...raw(text(encodeRequest({ ...request, body: undefined })).slice(0, random.between(1, 60)))),
  'a tunnel': (request) =>
    poor(encodeRequest({ ...request, method: 'CONNECT', target: 'example.com:443', body: undefined })),
  'an unknown method': (request, { random }) =>
    poor(
      encodeRequest({
        ...request,
        method: random.pick(['GETT', 'get', 'G', '', 'A'.repeat(2_000), 'GET,POST', '__proto__']),
      }),
    ),
  'three at once': (request, { label }, draft) => pipeline(request, label, draft, 3),
  'ten at once': (request, { label }, draft) => pipeline(request, label, draft, 10),
}

const bodyFramings: Readonly<Record<string, Framing>> = {
  'a content-length longer than the body': (request) =>
    unfinished(encodeRequest(withHeader(request, 'content-length', '5000'))),
  'a content-length that is not a number': (request, { random }) =>
    poor(
      encodeRequest(
        withHeader(
          request,
          'content-length',
          random.pick(['-1', '1e2', '0x10', 'abc', '', '9'.repeat(20), '1,1', '+5']),
        ),
      ),
    ),
  'two content-length headers': (request) =>
    poor(
      encodeRequest({
        ...request,
        headers: [...request.headers, ['content-length', '5'], ['content-length', '6']],
      }),
    ),
  'a content-length and chunks': (request) => {
    const headers = [...request.headers, ['content-length', '5'], ['transfer-encoding', 'chunked']] as const
    return poor(
      encodeRequest({
        ...request,
        headers,
        body: Buffer.from('0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n'),
      }),
    )
  },
  'an unknown transfer-encoding': (request, { random }) =>
    poor(
      encodeRequest(
        withHeader(
          request,
          'transfer-encoding',
          random.pick(['gzip', 'x', 'chunked, x', 'identity', 'chunked, chunked']),
        ),
      ),
    ),
  'in chunks': (request, { random }) => whole([chunked(request, toChunks(bodyOf(request), random))]),
  'in chunks that come slowly': (request, { random }) =>
    whole(dribble(chunked(request, toChunks(bodyOf(request), random)), 6)),
  'in chunks with an invalid size': (request, { random }) =>
    unfinished(
      chunked(
        request,
        `${random.pick(['zz', '-1', '0x5', '', '1'.repeat(30), 'f'.repeat(16), '5;'])}\r\nhello\r\n0\r\n\r\n`,
      ),
    ),
  'in chunks without an end': (request) => unfinished(chunked(request, '5\r\n{"am')),
  'in chunks with a trailer': (request, { random }) =>
    poor(chunked(request, `${toChunks(bodyOf(request), random).slice(0, -2)}svc-sec-key: x\r\n\r\n`)),
  'in chunks with long extensions': (request) =>
    poor(chunked(request, `1;${'a'.repeat(20_000)}\r\n{\r\n0\r\n\r\n`)),
  'far over the limit, in chunks': (request) =>
    poor(chunked(request, `20000\r\n${' '.repeat(0x20000)}\r\n0\r\n\r\n`)),
  'after 100 Continue': (request) => whole([encodeRequest(withHeader(request, 'expect', '100-continue'))]),
}

/** Returns requests that are framed in ways that no client library uses. */
export function hostileFramingKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) =>
    Object.entries({ ...anyFramings, ...(operation.body === undefined ? {} : bodyFramings) }).map(
      ([name, frame]): RequestKind => ({
        className: 'hostile',
        name: `${operation.id} framing: ${name}`,
        make: (setting) => exchangeOf(operation, setting, frame),
      }),
    ),
  )
}

function exchangeOf(operation: Operation, setting: Setting, frame: Framing): Exchange {
  const draft = draftValid(operation, setting)
  const framed = frame(toRequest(draft), setting, draft)
  const expected = framed.mayHangUp === true ? ANY : mustSucceed(draft)
  const asked = [{ method: operation.method, operation, expected }]
  return { listener: operation.listener, asked, isAlone: true, ...framed }
}

/** Sends the same request several times in one write. One is accepted, and the others are replays. */
function pipeline(request: FuzzRequest, label: string, draft: Draft, count: number): Framed {
  const { method } = draft.operation
  const named = method === 'GET' ? request : withHeader(request, 'idempotency-key', `${label}-pipe`)
  const one = { method, operation: draft.operation, expected: mustSucceed(draft) }
  return {
    pieces: [Buffer.concat(Array.from({ length: count }, () => encodeRequest(named)))],
    asked: Array.from({ length: count }, () => one),
  }
}

function toChunks(body: string, random: Random): string {
  let chunks = ''
  for (let at = 0; at < body.length; ) {
    const piece = body.slice(at, at + random.between(1, 200))
    chunks += `${piece.length.toString(16)}\r\n${piece}\r\n`
    at += piece.length
  }
  return `${chunks}0\r\n\r\n`
}

/** Splits the bytes into this many pieces. */
function dribble(bytes: Buffer, count: number): Buffer[] {
  const size = Math.ceil(bytes.length / count)
  return Array.from({ length: count }, (_, place) => bytes.subarray(place * size, (place + 1) * size)).filter(
    ({ length }) => length > 0,
  )
}
