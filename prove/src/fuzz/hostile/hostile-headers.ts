import type { Operation } from '../document/operation.ts'
import { ANY, type Exchange, oneRequest } from '../exchange.ts'
import type { RequestKind } from '../kinds.ts'
import type { Random } from '../random.ts'
import { toRequest } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'
import type { Header } from '../wire/request.ts'

type HeaderKind = Readonly<{
  name: string
  /** Effect of the headers: none, debatable, or a message that is not proper HTTP. */
  is: 'harmless' | 'arguable' | 'not-http'
  headers(random: Random): readonly Header[]
}>

const headerKinds: readonly HeaderKind[] = [
  {
    name: 'accept anything but JSON',
    is: 'harmless',
    headers: () => [['accept', 'text/html, image/*;q=0.1']],
  },
  {
    name: 'a forged address',
    is: 'harmless',
    headers: () => [
      ['x-forwarded-for', '203.0.113.7'],
      ['forwarded', 'for=203.0.113.7'],
      ['x-real-ip', '203.0.113.7'],
    ],
  },
  {
    name: 'another method',
    is: 'harmless',
    headers: () => [
      ['x-http-method-override', 'DELETE'],
      ['x-method-override', 'PUT'],
    ],
  },
  {
    name: 'another URL',
    is: 'harmless',
    headers: () => [
      ['x-original-url', '/health'],
      ['x-rewrite-url', '/admin'],
    ],
  },
  {
    name: 'another host',
    is: 'harmless',
    headers: (random) => [['host', random.pick(['example.com', 'localhost:1', '[::1]', 'a'.repeat(300)])]],
  },
  {
    name: "a caller's own request id",
    is: 'harmless',
    headers: (random) => [
      ['x-request-id', random.pick(['mine', 'a'.repeat(5_000), '{"a":1}', '<b>', '../..'])],
    ],
  },
  {
    name: 'an origin',
    is: 'harmless',
    headers: () => [
      ['origin', 'https://evil.example'],
      ['cookie', 'a=b; __proto__=c'],
      ['referer', 'https://evil.example'],
    ],
  },
  {
    name: 'cache headers',
    is: 'harmless',
    headers: () => [
      ['if-none-match', '*'],
      ['if-modified-since', 'Sun, 15 Nov 2026 00:00:00 GMT'],
      ['range', 'bytes=0-1'],
    ],
  },
  {
    name: 'names of JavaScript properties',
    is: 'harmless',
    headers: () => [
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['toString', 'x'],
    ],
  },
  {
    name: 'many headers',
    is: 'arguable',
    headers: () => Array.from({ length: 1_500 }, (_, n) => [`x${n}`, 'a'] as const),
  },
  { name: 'bytes beyond ASCII', is: 'arguable', headers: () => [['x-name', 'caf\u00e9\u00ff']] },
  {
    name: 'an upgrade',
    is: 'arguable',
    headers: () => [
      ['connection', 'upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
      ['sec-websocket-version', '13'],
    ],
  },
  {
    name: 'an upgrade to HTTP/2',
    is: 'arguable',
    headers: () => [
      ['connection', 'Upgrade, HTTP2-Settings'],
      ['upgrade', 'h2c'],
      ['http2-settings', 'AAMAAABkAAQAAP__'],
    ],
  },
  { name: 'an expectation', is: 'arguable', headers: () => [['expect', '200-ok']] },
  {
    name: 'two hosts',
    is: 'arguable',
    headers: () => [
      ['host', 'localhost'],
      ['host', 'example.com'],
    ],
  },
  { name: 'an empty host', is: 'arguable', headers: () => [['host', '']] },
  {
    name: 'a huge header',
    is: 'not-http',
    headers: (random) => [['x-huge', 'a'.repeat(random.pick([15_000, 17_000, 70_000]))]],
  },
  {
    name: 'a line end in a value',
    is: 'not-http',
    headers: (random) => [['x-a', `b${random.pick(['\r', '\n', '\n set-cookie: c=d'])}c`]],
  },
  { name: 'NUL in a value', is: 'not-http', headers: () => [['x-a', 'b\u0000c']] },
  {
    name: 'a control character in a value',
    is: 'not-http',
    headers: (random) => [['x-a', `b${random.pick(['\u0001', '\u007f', '\u001b'])}c`]],
  },
  { name: 'a space before the colon', is: 'not-http', headers: () => [['x-a ', 'b']] },
  {
    name: 'a header name without letters',
    is: 'not-http',
    headers: (random) => [[random.pick(['', '(x)', 'x\u00e9', 'x y', '\u0000']), 'b']],
  },
  { name: 'a folded line', is: 'not-http', headers: () => [['x-a', 'b\r\n c']] },
]

export function hostileHeaderKinds(operations: readonly Operation[]): RequestKind[] {
  return operations.flatMap((operation) =>
    headerKinds.map(
      ({ name, is, headers }): RequestKind => ({
        className: 'hostile',
        name: `${operation.id} header: ${name}`,
        make: (setting): Exchange => {
          const draft = draftValid(operation, setting)
          const request = toRequest(draft)
          const more = headers(setting.random)
          const own = request.headers.filter(([name]) => more.every(([other]) => other !== name))
          const expected = is === 'harmless' ? mustSucceed(draft) : ANY
          return oneRequest({ ...request, headers: [...own, ...more] }, operation, expected, {
            isAlone: true,
            mayHangUp: is !== 'harmless',
          })
        },
      }),
    ),
  )
}
