import { waitUnless } from './not-shown.ts'

// What a node answers is read strictly: an answer that cannot be is no answer, and is asked for again.
const ODD = 'the node gives an answer that cannot be'

type Fields = Readonly<Record<string, unknown>>

export function readFields(value: unknown): Fields {
  waitUnless(typeof value === 'object' && value !== null && !Array.isArray(value), ODD)
  return value as Fields
}

export function readList(value: unknown): readonly unknown[] {
  waitUnless(Array.isArray(value), ODD)
  return value
}

export function readText(value: unknown, shape = /./): string {
  waitUnless(typeof value === 'string' && shape.test(value), ODD)
  return value
}
