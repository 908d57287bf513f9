import { inspect, isDeepStrictEqual } from 'node:util'
import type { Answer } from './caller.ts'

/** A statement is not true. Has the expected value, the actual value and the request. */
export class Untrue extends Error {
  override readonly name = 'Untrue'

  constructor(what: string, expected: unknown, came: unknown, answer?: Answer) {
    const lines = [
      what,
      `  expected  ${show(expected)}`,
      `  got       ${show(came)}`,
      ...(answer === undefined
        ? []
        : [`  request   ${answer.asked}`, `  answer    ${answer.status} ${answer.text}`]),
    ]
    super(lines.join('\n'))
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function expectEqual(what: string, came: unknown, expected: unknown, answer?: Answer): void {
  if (!isDeepStrictEqual(came, expected)) throw new Untrue(what, expected, came, answer)
}

export function expectTrue(what: string, isTrue: boolean, answer?: Answer): asserts isTrue {
  if (!isTrue) throw new Untrue(what, true, isTrue, answer)
}

export function expectMatch(what: string, came: unknown, pattern: RegExp, answer?: Answer): void {
  if (typeof came !== 'string' || !pattern.test(came)) throw new Untrue(what, pattern, came, answer)
}

export function expectStatus(answer: Answer, status: number): void {
  expectEqual('the status', answer.status, status, answer)
}

/** Expects exactly these fields, in any order. */
export function expectFields(what: string, came: unknown, fields: readonly string[], answer?: Answer): void {
  expectEqual(
    `the fields of ${what}`,
    Object.keys(objectOf(what, came, answer)).toSorted(),
    fields.toSorted(),
    answer,
  )
}

/** Expects these fields to have exactly these values. Other fields are ignored. */
export function expectWithin(what: string, came: unknown, expected: JsonObject, answer?: Answer): void {
  const object = objectOf(what, came, answer)
  for (const [field, value] of Object.entries(expected)) {
    expectEqual(`${field} of ${what}`, object[field], value, answer)
  }
}

export function objectOf(what: string, came: unknown, answer?: Answer): JsonObject {
  if (typeof came !== 'object' || came === null || Array.isArray(came)) {
    throw new Untrue(what, 'an object', came, answer)
  }
  return came as JsonObject
}

export function listOf(what: string, came: unknown, answer?: Answer): readonly unknown[] {
  if (!Array.isArray(came)) throw new Untrue(what, 'a list', came, answer)
  return came
}

export function textOf(what: string, came: unknown, answer?: Answer): string {
  if (typeof came !== 'string') throw new Untrue(what, 'text', came, answer)
  return came
}

function show(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY })
}
