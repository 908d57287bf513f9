import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { type Answer, answer } from '../answer.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { issueNumber, type Wanted } from './issue-number.ts'
import type { IssuedNumber } from './number.ts'

/** A vendor's words for a number, and for having none. */
type Words = Readonly<{ given(issued: IssuedNumber): Answer; none: Answer }>

/**
 * Answers a request for a number in the vendor's words, with the faults that all vendors share. A repeated request returns the number of
 * the first: a vendor that refuses repeated requests does so before.
 */
export async function giveNumber(
  bank: SimulatedBank,
  reply: FastifyReply,
  wanted: Wanted,
  { given, none }: Words,
): Promise<FastifyReply> {
  const { vendor, reference } = wanted
  const on = { vendor, reference }
  const issued = bank.numbers.findByReference(vendor, reference) ?? issueNumber(bank, wanted)
  if (issued === undefined) return answer(bank, reply, { face: 'number', on }, none)
  // The number is issued by now, on the simulator's clock. The answer waits on the machine's.
  const slow = bank.rules.strikes('number_slow', on)
  if (slow !== undefined) await sleep(slow.seconds * 1000)
  return answer(bank, reply, { face: 'number', on }, given(issued))
}
