import { gzipSync } from 'node:zlib'
import type { Operation } from '../document/operation.ts'
import { type Expectation, oneRequest } from '../exchange.ts'
import type { RequestKind, Setting } from '../kinds.ts'
import { bodyText, type Draft, toRequest, withDraftHeader } from '../requests/draft.ts'
import { draftValid } from '../requests/draft-valid.ts'
import { mustSucceed } from '../requests/valid-kinds.ts'

const LIMIT_BYTES = 64 * 1024
const MALFORMED: Expectation = { statuses: [400], code: 'malformed' }
const UNKNOWN: Expectation = { statuses: [422], code: 'field_unknown' }
const WRONG_TYPE: Expectation = { statuses: [422], code: 'field_type' }
const TOO_LARGE: Expectation = { statuses: [413], code: 'body_too_large' }

type BodyKind = Readonly<{
  name: string
  /** If undefined, the body means the same as the draft and must succeed. */
  expected: Expectation | undefined
  body(text: string, setting: Setting): Buffer | string
}>

const bodyKinds: readonly BodyKind[] = [
  { name: 'empty', expected: MALFORMED, body: () => '' },
  { name: 'white space', expected: MALFORMED, body: () => ' \n ' },
  {
    name: 'a JSON value that is not an object',
    expected: MALFORMED,
    body: (_, { random }) => random.pick(['null', '1', '"x"', 'true', '[]', '[{}]']),
  },
  { name: 'an empty object', expected: { statuses: [422], code: 'field_required' }, body: () => '{}' },
  {
    name: 'an incomplete body',
    expected: MALFORMED,
    body: (text, { random }) => text.slice(0, random.between(1, text.length - 1)),
  },
  { name: 'twice', expected: MALFORMED, body: (text) => `${text}${text}` },
  {
    name: 'extra text after the end',
    expected: MALFORMED,
    body: (text, { random }) => `${text}${random.pick([',', '}', 'x', '\0', '//'])}`,
  },
  { name: 'a trailing comma', expected: MALFORMED, body: (text) => text.replace(/\}$/, ',}') },
  { name: 'single quotes', expected: MALFORMED, body: (text) => text.replaceAll('"', "'") },
  { name: 'comments', expected: MALFORMED, body: (text) => text.replace('{', '{/* why */') },
  { name: 'a byte order mark', expected: MALFORMED, body: (text) => `\ufeff${text}` },
  { name: 'in UTF-16', expected: MALFORMED, body: (text) => Buffer.from(text, 'utf16le') },
  {
    name: 'bytes that are not UTF-8',
    expected: MALFORMED,
    body: (text, { random }) =>
      spoil(text, random.pick([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80]])),
  },
  {
    name: 'overlong UTF-8',
    expected: MALFORMED,
    body: (text, { random }) =>
      spoil(
        text,
        random.pick([
          [0xc0, 0xaf],
          [0xc0, 0x80],
          [0xe0, 0x80, 0xaf],
          [0xf0, 0x80, 0x80, 0xaf],
        ]),
      ),
  },
  {
    name: 'a control character in a text',
    expected: MALFORMED,
    body: (text, { random }) => spoil(text, [random.pick([0, 1, 10, 13, 31])]),
  },
  {
    name: 'random bytes',
    expected: MALFORMED,
    body: (_, { random }) => Buffer.concat([Buffer.from([0xff]), random.bytes(random.between(1, 2_000))]),
  },
  { name: 'compressed without a content-encoding', expected: MALFORMED, body: (text) => gzipSync(text) },
  { name: 'a field twice', expected: MALFORMED, body: (text) => text.replace(/\}$/, ',"amount":20000}') },
  {
    name: 'a field twice, escaped',
    expected: MALFORMED,
    body: (text) => text.replace(/\}$/, ',"\\u0061mount":20000}'),
  },
  {
    name: 'a field twice, once in a nested object',
    expected: MALFORMED,
    body: (text) => text.replace('{', '{"amount":{"amount":1},'),
  },
  { name: '__proto__', expected: UNKNOWN, body: (text) => text.replace(/\}$/, ',"__proto__":{"amount":1}}') },
  {
    name: 'constructor',
    expected: UNKNOWN,
    body: (text) => text.replace(/\}$/, ',"constructor":{"prototype":{"amount":1}}}'),
  },
  { name: 'an empty name', expected: UNKNOWN, body: (text) => text.replace('{', '{"":1,') },
  {
    name: 'a name with a lone surrogate',
    expected: UNKNOWN,
    body: (text) => text.replace('{', '{"\\ud800":1,'),
  },
  { name: 'a name with NUL', expected: UNKNOWN, body: (text) => text.replace('{', '{"amount\\u0000":1,') },
  {
    name: 'a very long name',
    expected: UNKNOWN,
    body: (text) => text.replace('{', `{"${'n'.repeat(50_000)}":1,`),
  },
  {
    name: 'thousands of fields',
    expected: MALFORMED,
    body: (text) =>
      text.replace(/\}$/, `${Array.from({ length: 5_000 }, (_, n) => `,"f${n}":${n}`).join('')}}`),
  },
  {
    name: 'deeply nested arrays',
    expected: MALFORMED,
    body: () => `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  },
  {
    name: 'deeply nested in a field',
    expected: UNKNOWN,
    body: (text) => text.replace('{', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)},`),
  },
  {
    name: 'deeply nested instead of an amount',
    expected: WRONG_TYPE,
    body: (text) =>
      text.replace(/"amount":("[^"]*"|[^,}]+)/, `"amount":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`),
  },
  { name: 'in an array', expected: MALFORMED, body: (text) => `[${text}]` },
  {
    name: 'white space between all tokens',
    expected: undefined,
    body: (text) => text.replaceAll(/^\{|\}$/g, (brace) => ` \r\n\t${brace}\n `),
  },
  { name: 'exactly at the limit', expected: undefined, body: (text) => pad(text, LIMIT_BYTES) },
  { name: 'one byte below the limit', expected: undefined, body: (text) => pad(text, LIMIT_BYTES - 1) },
  { name: 'one byte over the limit', expected: TOO_LARGE, body: (text) => pad(text, LIMIT_BYTES + 1) },
  { name: 'twice the limit', expected: TOO_LARGE, body: (text) => pad(text, LIMIT_BYTES * 2) },
]

/** Makes hostile bodies. One parser reads the bodies of all operations, so only operations with a business and an amount are used. */
export function hostileBodyKinds(operations: readonly Operation[]): RequestKind[] {
  return operations
    .filter(({ body }) => ['business_id', 'amount'].every((name) => body?.schema.required?.includes(name)))
    .flatMap((operation) => [
      ...bodyKinds.map(({ name, expected, body }) =>
        kind(operation, name, (draft, setting) => ({
          draft,
          body: Buffer.from(body(bodyText(draft.fields ?? []), setting) as string),
          expected: expected ?? mustSucceed(draft),
        })),
      ),
      ...labelKinds(operation),
    ])
}

/** Sends a valid body with a content header that may or may not match it. */
function labelKinds(operation: Operation): RequestKind[] {
  const labelled = (name: string, header: string, value: string, isZipped: boolean): RequestKind =>
    kind(operation, name, (draft) => {
      const text = bodyText(draft.fields ?? [])
      const success = mustSucceed(draft)
      return {
        draft: withDraftHeader(draft, header, value),
        body: isZipped ? gzipSync(text) : Buffer.from(text),
        expected: isZipped
          ? { statuses: [400, 415] }
          : { ...success, statuses: [...success.statuses, 400, 415] },
      }
    })
  return [
    labelled('a valid gzip body', 'content-encoding', 'gzip', true),
    labelled('an invalid gzip body', 'content-encoding', 'gzip', false),
    labelled('an unknown content-encoding', 'content-encoding', 'x-nothing', false),
    ...['utf-16', 'latin1', 'utf-7', '"utf-8"', 'x'].map((charset) =>
      labelled(`charset ${charset}`, 'content-type', `application/json; charset=${charset}`, false),
    ),
    labelled('a content type in capitals', 'content-type', 'APPLICATION/JSON', false),
    labelled(
      'a content type with many parameters',
      'content-type',
      `application/json; ${'a=b; '.repeat(500)}`,
      false,
    ),
  ]
}

type Made = Readonly<{ draft: Draft; body: Buffer; expected: Expectation }>

function kind(
  operation: Operation,
  name: string,
  make: (draft: Draft, setting: Setting) => Made,
): RequestKind {
  return {
    className: 'hostile',
    name: `${operation.id} body: ${name}`,
    make: (setting) => {
      const { draft, body, expected } = make(draftValid(operation, setting), setting)
      return oneRequest({ ...toRequest(draft), body }, operation, expected)
    },
  }
}

/** Inserts bytes into the middle of a text in the body. */
function spoil(text: string, bytes: readonly number[]): Buffer {
  const at = text.indexOf('"business_id":"') + '"business_id":"'.length
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))])
}

function pad(text: string, bytes: number): string {
  return `${' '.repeat(bytes - Buffer.byteLength(text))}${text}`
}
