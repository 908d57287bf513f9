import { expect, test } from 'vitest'
import { NoAnswer } from '../../shared/banks/ask-bank.ts'
import { BankUnavailable } from './bank-rail.ts'
import { orUnavailable, orUnknown } from './without-answer.ts'

const failing = (error: Error) => async () => {
  throw error
}
const lost = new NoAnswer('http', 502, 'the vendor answered 502')

test('after the order of a payment, every failure leaves its outcome unknown', async () => {
  expect(await orUnknown(failing(lost))).toEqual({ outcome: 'unknown', why: 'http', code: '502' })
  // A mistake of our own does not say that the vendor received nothing.
  expect(await orUnknown(failing(new TypeError('a mistake')))).toEqual({
    outcome: 'unknown',
    why: 'http',
    code: null,
  })
})

test('before the order of a payment, a lost answer means an unavailable bank, and a mistake stays one', async () => {
  await expect(orUnavailable(failing(lost))).rejects.toThrow(BankUnavailable)
  await expect(orUnavailable(failing(new TypeError('a mistake')))).rejects.toThrow(TypeError)
})
