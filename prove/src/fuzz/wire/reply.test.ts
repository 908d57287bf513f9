import { expect, test } from 'vitest'
import { parseReply } from './reply.ts'

const parse = (text: string, method = 'GET', isClosed = false) =>
  parseReply(Buffer.from(text, 'latin1'), method, isClosed)

test('a reply ends at its content length, and the next one begins there', () => {
  expect(parse('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nA: b\r\n\r\n{}HTTP/1.1')).toMatchObject({
    outcome: 'reply',
    reply: {
      status: 200,
      headers: new Map([
        ['content-length', '2'],
        ['a', 'b'],
      ]),
      body: Buffer.from('{}'),
    },
    rest: Buffer.from('HTTP/1.1'),
  })
})

test('chunks are joined', () => {
  const text = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'
  expect(parse(text)).toMatchObject({
    outcome: 'reply',
    reply: { body: Buffer.from('{}') },
    rest: Buffer.alloc(0),
  })
})

test('a 100 Continue is not the reply', () => {
  const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'
  expect(parse(text)).toMatchObject({ outcome: 'reply', reply: { status: 404 } })
})

test('a reply to HEAD has no body, even if it has a content length', () => {
  expect(parse('HTTP/1.1 404 Not Found\r\ncontent-length: 99\r\n\r\n', 'HEAD')).toMatchObject({
    outcome: 'reply',
  })
})

test('a reply without a length lasts until the connection ends', () => {
  expect(parse('HTTP/1.1 400 Bad Request\r\n\r\nno', 'GET', false).outcome).toBe('incomplete')
  expect(parse('HTTP/1.1 400 Bad Request\r\n\r\nno', 'GET', true)).toMatchObject({
    reply: { body: Buffer.from('no') },
  })
})

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a header with a control character', 'HTTP/1.1 200 OK\r\na: b\u0001\r\ncontent-length: 0\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\ncontent-length: 0\r\n\r\n'],
  ['two framings', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a length that is not a number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
])('%s is garbled', (_, text) => {
  expect(parse(text).outcome).toBe('garbled')
})

test('half a reply is incomplete', () => {
  const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
  for (let length = 0; length < whole.length; length += 1) {
    expect(parse(whole.slice(0, length)).outcome).toBe('incomplete')
  }
})
