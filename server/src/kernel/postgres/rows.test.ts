import { expect, expectTypeOf, test } from 'vitest'
import { type SnakeRow, toCamel } from './rows.ts'

test('columns become fields, and fields become the columns from which they are read', () => {
  const row = { id: 'a', created_at: new Date(0), p50_seconds: '1.5', is_held_by_sanctions: false }
  expect(toCamel(row)).toEqual({
    id: 'a',
    createdAt: new Date(0),
    p50Seconds: '1.5',
    isHeldBySanctions: false,
  })
  expectTypeOf(toCamel(row)).toEqualTypeOf<{
    id: string
    createdAt: Date
    p50Seconds: string
    isHeldBySanctions: boolean
  }>()
  expectTypeOf<SnakeRow<{ vendorAccountId: string; at: Date | null }>>().toEqualTypeOf<{
    vendor_account_id: string
    at: Date | null
  }>()
})
