import { acceptedTransaction } from './accepted.ts'
import type { Answer, Asking } from './caller.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import { offramp, onramp, type World } from './world.ts'

const LARGEST_BYTES = 64 * 1024

/** Requests are JSON, at most 64 kB, and one object. */
export const bodyStatements: readonly Statement[] = [
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ].map((type) =>
    statement(`a body of content-type ${type} is read`, async (world) => {
      acceptedTransaction(await post(world, world.buyBody(), { 'content-type': type }))
    }),
  ),

  ...[
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'nonsense',
  ].map((type) =>
    statement(`a body of content-type ${type} is 415`, async (world) => {
      expectRefusal(await post(world, world.buyBody(), { 'content-type': type }), 415, 'not_json')
    }),
  ),

  statement('a body without a content-type is 415', async (world) => {
    expectRefusal(await post(world, world.buyBody(), {}), 415, 'not_json')
  }),

  ...(
    [
      ['broken JSON', '{"type":"buy_ramp",'],
      ['nothing', ''],
      ['white space', '  \n'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a number', '15000'],
      ['text', '"buy"'],
      ['two objects', '{}{}'],
      ['a comment', '{/* buy */}'],
      ['single quotes', "{'type':'buy_ramp'}"],
      ['a byte order mark', '\uFEFF{}'],
    ] as const
  ).map(([what, body]) =>
    statement(`a body that is ${what} is 400 malformed`, async (world) => {
      for (const path of [onramp, offramp]) {
        expectRefusal(await post(world, body, json, path), 400, 'malformed')
      }
    }),
  ),

  statement('a body that is not UTF-8 is 400 malformed', async (world) => {
    const body = Buffer.concat([Buffer.from('{"type":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expectRefusal(await post(world, body, json), 400, 'malformed')
  }),

  statement('a body of exactly 64 kB is read', async (world) => {
    const body = world.buyBody()
    acceptedTransaction(await post(world, body.padEnd(LARGEST_BYTES, ' '), json))
  }),

  statement('a body of one byte more than 64 kB is 413', async (world) => {
    const body = world.buyBody().padEnd(LARGEST_BYTES + 1, ' ')
    expectRefusal(await post(world, body, json), 413, 'body_too_large')
  }),

  statement('a body of more than 64 kB without a content-length is 413', async (world) => {
    const body = world.buyBody().padEnd(LARGEST_BYTES * 2, ' ')
    expectRefusal(await post(world, body, { ...json, 'transfer-encoding': 'chunked' }), 413, 'body_too_large')
  }),

  statement('a body without a content-length is read', async (world) => {
    acceptedTransaction(await post(world, world.buyBody(), { ...json, 'transfer-encoding': 'chunked' }))
  }),

  statement(
    'a body nested a thousand deep is refused, and the service continues to answer',
    async (world) => {
      const nested = `{"amount":${'['.repeat(1_000)}${']'.repeat(1_000)}}`
      expectRefusal(await post(world, nested, json), 422, 'field_required')
      acceptedTransaction(await world.buy())
    },
  ),
]

const json = { 'content-type': 'application/json' }

async function post(
  { api, parties }: World,
  body: string | Buffer,
  headers: Asking['headers'],
  path = onramp,
): Promise<Answer> {
  return api.ask(path, {
    method: 'POST',
    body,
    headers: { 'svc-sec-key': parties.obi.keys.test, ...headers },
  })
}
