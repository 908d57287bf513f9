import { expect, test } from 'vitest'
import type { CollectionRail } from '../../src/movements/collections/collection-rail.ts'
import type { BankFeed } from '../../src/movements/feeds/bank-feed.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { expectOnlyTruth } from './bank-feed-truth.ts'
import type { FeedWorld } from './bank-feed-world.ts'

type Stage = Readonly<{
  /** What the current test uses. */
  now(): Readonly<{ rail: CollectionRail; feed: BankFeed; world: FeedWorld }>
  /** Pays to a number, and returns the lines that the vendor's feed reports for it. */
  payTo(number: string, more?: object): Promise<BankLine[]>
  /** What a line says about the number: itself, or our request for it. */
  named(line: BankLine): string | undefined
  nameOf(number: string): unknown
}>

/** Rules for standing numbers of customers. A rail that gives none must say so. */
export function testStandingNumbers({ now, payTo, named, nameOf }: Stage): void {
  const wanted = {
    reference: 'a'.repeat(32),
    name: 'Ada Obi',
    identity: { type: 'bvn', reference: 'idv_7f3a9c2e51b8' } as const,
  }
  const reserve = async () => now().rail.reserve?.(wanted, AbortSignal.timeout(30_000))
  const reserved = async () => {
    const answer = await reserve()
    if (answer?.kind !== 'given') throw new Error(`no standing number was given: ${answer?.why}`)
    return answer.number
  }

  test('the rail gives standing numbers if it says so', () => {
    const { rail } = now()
    expect(rail.reserve !== undefined).toBe(rail.traits.standing !== 'none')
  })

  test('a standing number takes any amount at any time, and each line names the number or our request', async () => {
    const { rail, world } = now()
    if (rail.traits.standing === 'none') return
    const number = await reserved()
    const first = await payTo(number, { amount: '15000' })
    await world.wait(30 * 86_400)
    // A vendor that got no good answer to its first notification sends it again.
    const second = await payTo(number, { amount: '71234.56' })
    const lines = [...new Map([...first, ...second].map((line) => [line.externalId, line])).values()]
    const arrived = lines.map((line) =>
      // A vendor that names neither reports the number as the account, which the flow knows.
      line.accountNumber === number ? { ...line, accountNumber: world.ours, paidTo: number } : line,
    )
    expectOnlyTruth(arrived, await world.truth())
    expect(arrived.map(({ grossMinor }) => grossMinor)).toEqual([1_500_000n, 7_123_456n])
    expect(arrived.map(named)).toEqual([nameOf(number), nameOf(number)])
  })

  test('a payment to a standing number without a notification is in the list, if the vendor has one', async () => {
    const { rail, feed, world } = now()
    if (rail.traits.standing === 'none' || feed.list === undefined) return
    const number = await reserved()
    await payTo(number, { faults: ['hook_never'] })
    const page = await feed.list({ accountNumber: world.ours }, undefined, AbortSignal.timeout(30_000))
    expect(page.lines.map(named)).toEqual([nameOf(number)])
  })

  test('a repeated request for a standing number returns the same one, if the rail says so', async () => {
    const { rail } = now()
    if (rail.traits.standing === 'none') return
    const [first, second] = [await reserved(), await reserve()]
    expect(second?.kind === 'given' && second.number === first).toBe(rail.traits.standing === 'repeatable')
  })

  test.each(['reset', 'html', 'half_json'])(
    'an answer about a standing number that is lost (%s) is unknown, not refused',
    async (kind) => {
      const { rail, world } = now()
      if (rail.traits.standing === 'none') return
      const fault = await world.fault(`number_${kind}`)
      expect((await reserve())?.kind).not.toBe('refused')
      await fault.end()
      if (rail.traits.standing === 'repeatable') await reserved()
    },
  )

  test('without a standing number available the request is refused, and a closed number sends payments back', async () => {
    const { rail, world } = now()
    if (rail.traits.standing === 'none') return
    const fault = await world.fault('number_none')
    expect((await reserve())?.kind).toBe('refused')
    await fault.end()
    expect(await payTo(await reserved(), { faults: ['standing_closed'] })).toEqual([])
  })
}
