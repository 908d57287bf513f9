import { expect, test } from 'vitest'
import { createRequestLog } from './loggers.ts'

test('a log line has no account number, BVN or name of a customer, wherever it was given', () => {
  const levels: string[] = []
  const { logger, stream } = createRequestLog('test', (level) => levels.push(level))
  const lines: string[] = []
  const write = stream.write
  Object.assign(stream, { write: (line: string) => lines.push(line) })
  const id = '0199c0de-0123-7456-8901-234567890123'
  logger.error(
    {
      id,
      err: new Error('Wema has no account 0123456789 of 22345678901.'),
      accountName: 'ADA OBI',
      payout: { accountNumber: '0123456789' },
    },
    'paid to 0123456789 or "0123456789"',
  )
  Object.assign(stream, { write })
  expect(lines).toHaveLength(1)
  expect(levels).toEqual(['error'])
  expect(lines[0]).not.toMatch(/0123456789[^0]|22345678901|ADA OBI/)
  expect(lines[0]).toContain(id)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'paid to [number] or "[number]"',
    time: expect.any(Number),
  })
})
