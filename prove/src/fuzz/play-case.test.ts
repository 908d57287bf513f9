import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { oneDraft } from './exchange.ts'
import type { Failure } from './failure.ts'
import { createJudge } from './judge/create-judge.ts'
import { createAddresses, createLane } from './lane.ts'
import { playCase, type Theatre } from './play-case.ts'
import { readDocument } from './read-document.ts'
import { createReceipts } from './receipts.ts'
import { draftValid } from './requests/draft-valid.ts'
import { createTally } from './tally.ts'
import { testWorld } from './test-world.ts'

const { operations, validators } = readDocument()
const SECRET = testWorld.parties[0]?.key ?? ''
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '00000000-0000-4000-8000-000000000000',
}
const GOOD = JSON.stringify({
  status: 'success',
  message: 'Pay into one of these.',
  VendorList: [{ vendorName: 'a', vendorNumber: '0000000001', vendorBank: 'b' }],
})

/** Lists the vendors of a service with this listener, and returns the faults that are found. */
async function faultsOf(listener: RequestListener): Promise<string[]> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const failures: Failure[] = []
  const theatre: Theatre = {
    world: testWorld,
    backstage: {
      openBusiness: async () => Promise.reject(new Error('unused')),
      issueKey: async () => Promise.reject(new Error('unused')),
      revokeKey: async () => {},
    },
    operations,
    judge: createJudge({ operations, validators, secrets: [SECRET] }),
    tally: createTally(),
    receipts: createReceipts(),
    onFailure: (failure) => void failures.push(failure),
  }
  const vendors = operations.find(({ id }) => id === 'GET /transactions/v1/vendors')
  if (vendors === undefined) throw new Error('the document lists vendors')
  await playCase(theatre, createLane({ api: port, otc: port }, createAddresses()), {
    kind: {
      className: 'valid',
      name: 'vendors',
      make: (setting) => oneDraft(draftValid(vendors, setting), { statuses: [200] }),
    },
    seed: 1,
    number: 1,
    label: 'c1',
  })
  return failures.map(({ fault }) => fault.kind)
}

const answer =
  (status: number, body: string, headers: object = HEADERS): RequestListener =>
  (_, response) =>
    response.writeHead(status, { ...headers }).end(body)

test('a right answer has no fault', async () => {
  expect(await faultsOf(answer(200, GOOD))).toEqual([])
})

test.each<[string, string, RequestListener]>([
  ['a failure of the server', '5xx', answer(500, '{}')],
  ['a status that is not declared', 'undeclared', answer(418, GOOD)],
  ['a field too few', 'schema_mismatch', answer(200, '{"status":"success","message":"x"}')],
  ['a field too many', 'schema_mismatch', answer(200, GOOD.replace('{', '{"debug":1,'))],
  ['a body that is not JSON', 'schema_mismatch', answer(200, '<html>')],
  ['a wrong content type', 'schema_mismatch', answer(200, GOOD, { ...HEADERS, 'content-type': 'text/html' })],
  ['a header too few', 'schema_mismatch', answer(200, GOOD, { 'content-type': 'application/json' })],
  ['a header of the wrong form', 'schema_mismatch', answer(200, GOOD, { ...HEADERS, 'x-request-id': 'one' })],
  ['a secret', 'leak', answer(200, GOOD.replace('Pay', SECRET))],
  [
    'a stack trace',
    'leak',
    answer(200, GOOD.replace('Pay', 'Error: x\\n    at main (/srv/app/main.js:1:2)')),
  ],
  [
    'a message of the database',
    'leak',
    answer(200, GOOD.replace('Pay', 'invalid input syntax for type uuid')),
  ],
  ['a closed connection', 'connection', (request) => request.socket.destroy()],
  [
    'half an answer',
    'connection',
    (_, response) => response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
  ],
  [
    'two answers',
    'connection',
    (request) => request.socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`.repeat(2)),
  ],
  ['an answer that is not HTTP', 'connection', (request) => request.socket.write('hello\r\n\r\n')],
])('%s is found', async (_, kind, listener) => {
  expect(await faultsOf(listener)).toContain(kind)
})

test('an answer that the document allows can still be wrong', async () => {
  const refusal = {
    status: 'error',
    message: 'x',
    code: 'key_unknown',
    errors: [],
    request_id: HEADERS['x-request-id'],
    docs_url: 'http://a/b',
  }
  expect(await faultsOf(answer(401, JSON.stringify(refusal)))).toEqual(['unexpected'])
  const another = { ...refusal, request_id: '00000000-0000-4000-8000-000000000001' }
  expect(await faultsOf(answer(401, JSON.stringify(another)))).toEqual(['unexpected'])
})
