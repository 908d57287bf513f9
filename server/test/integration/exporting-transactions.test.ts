import { afterAll, expect, test } from 'vitest'
import { buyOf } from './authorisation/requests.ts'
import { createReadingStage } from './reading-stage.ts'

const stage = await createReadingStage()
const { app, ada, bola, accept, ask, list } = stage
afterAll(stage.close)

test('an export has a line for each transaction, with exact amounts and times in UTC and Lagos', async () => {
  const response = await app.inject({
    url: '/transactions/v1/export?type=buy&network=Polygon&reference=buy-1',
    headers: { 'svc-sec-key': ada.keys['read only'] },
  })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [header = '', line = '', ...rest] = response.body.split('\r\n')
  expect(rest).toEqual([''])
  const row = Object.fromEntries(header.split(',').map((name, place) => [name, line.split(',')[place]]))
  expect(row).toMatchObject({
    type: 'Buy',
    reference: 'buy-1',
    amount: '20001.07',
    asset: 'NGN',
    network: 'Polygon',
  })
  const lagos = new Date(Date.parse(row.created_at ?? '') + 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  expect(row.created_at_lagos).toBe(lagos)
})

test('an export has the same rows as a list, of its own business only', async () => {
  const { body } = await app.inject({
    url: '/transactions/v1/export',
    headers: { 'svc-sec-key': ada.keys['read only'] },
  })
  const ids = [...body.matchAll(/txn_[0-9a-f]{32}/g)].map(([id]) => id)
  expect(ids).toEqual((await list(ada)).transactions.map(({ transaction_id }) => transaction_id))
})

test('a reference or name that a spreadsheet would run is made harmless', async () => {
  await accept(bola, buyOf(bola, { reference: '-2.5', account_name: '=HYPERLINK("http://x.test","pay")' }))
  const { body } = await app.inject({
    url: '/transactions/v1/export?reference=-2.5',
    headers: { 'svc-sec-key': bola.keys['read only'] },
  })
  expect(body).toContain(`,'-2.5,`)
  expect(body).toContain(`,"'=HYPERLINK(""http://x.test"",""pay"")",`)
})

test.each(['/transactions/v1/export?limit=5', '/transactions/v1/export?after=x'])(
  '%s: an export has no pages',
  async (url) => {
    expect(await ask(ada, url)).toMatchObject({ status: 422, body: { code: 'field_unknown' } })
  },
)
