import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import { requireOperator } from '@afara/server/records/operators/operator-store.ts'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RateSimulator, startRateSimulator } from '../rate-simulator.ts'
import { createRateWorld, type RateWorld } from './rate-world.ts'

let simulator: RateSimulator
let world: RateWorld
beforeAll(async () => {
  simulator = await startRateSimulator()
})
beforeEach(async () => {
  await simulator.reset()
  world = await createRateWorld(simulator)
})
afterEach(async () => world.end())
afterAll(async () => simulator.stop())

const MINUTE_MS = 60_000
const OPEN = ['otc_buy', 'usdc_ngnc']

describe('an operator', () => {
  const people = async () => {
    for (const email of ['bisi@afara.test', 'chidi@afara.test'])
      await hireOperator(world.owner, { email, name: 'Somebody', actor: 'system:test', reason: 'a test' })
  }
  /** Two operators decide a rate that is far from the last one. */
  const decideRate = async (pair: string, bid: string, ask: string, minutes: number) => {
    const deps = { pool: world.owner, clock: systemClock, signing: softwareSigning() }
    const [bisi, chidi] = [
      await requireOperator(world.owner, 'bisi@afara.test'),
      await requireOperator(world.owner, 'chidi@afara.test'),
    ]
    const { caseId } = await requestChange(deps, {
      operatorId: bisi,
      reason: 'the central bank moved',
      change: {
        mode: 'live',
        facts: { subject: `rate:${pair}` },
        summary: 'Set a rate.',
        resolution: { action: 'set_rate', pair, bid, ask, valid_minutes: minutes, last: null },
      },
    })
    await approveCase(deps, { caseId, operatorId: chidi })
  }

  test('confirms a jump with a second operator: it is published, and the sources continue from there', async () => {
    await people()
    await world.refresh()
    await simulator.setPrices({
      dollar: { NGN: '1745' },
      tickers: { usdcngn: { buy: '1741', sell: '1746' } },
    })
    await world.refresh()
    expect((await world.decision('USD/NGN')).held).toMatch(/step of/)

    await decideRate('USD/NGN', '1740', '1745.5', 60)
    await decideRate('USDC/NGN', '1741', '1746', 30)
    // The command uses its own clock.
    expect((await world.refresh())?.published).toEqual(OPEN)
    expect((await world.get('/otc/buy')).json()).toMatchObject({ USD: 1745.5 })
    expect(await world.decision('USD/NGN')).toMatchObject({ used: ['operator'], held: null })

    const { rows } = await world.owner.query(
      `select a.details -> 'resolution' as decided, a.approved_by = r.approved_by::text as approved from audit a
       join operator_rate r on r.xid = a.xid where a.action = 'case.resolved' and r.pair = 'USD/NGN'`,
    )
    expect(rows).toMatchObject([{ approved: true, decided: { bid: '1740', ask: '1745.5' } }])

    world.putForward(61 * MINUTE_MS)
    const late = await world.refresh()
    expect(late?.published).toEqual([])
    // The simulator uses the real clock, which is now an hour behind. Its quotes are stale, but no longer a jump.
    expect((await world.decision('USD/NGN')).dropped[0].reason).toMatch(/^stale/)
  })

  test('cannot set a rate with a command that names a colleague as approver', async () => {
    await people()
    const rate = ['--pair', 'USD/NGN', '--bid', '1450', '--ask', '1452', '--expires-in-hours', '1']
    const by = ['--actor', 'bisi@afara.test', '--approver', 'chidi@afara.test', '--reason', 'a test']
    expect((await world.ops('rate', 'set', ...rate, ...by)).code).toBe(1)
    expect((await world.owner.query('select from operator_rate')).rowCount).toBe(0)
  })

  test('sees the published rates, the quotes of each source, the dropped ones with reasons, and the next command', async () => {
    expect((await world.ops('rate', 'show')).said).toContain('No rate was ever published.')
    await world.refresh()
    await simulator.setFaults({ quidax: 'jump', monierate: 'html' })
    await world.refresh()
    const { code, said } = await world.ops('rate', 'show')
    expect(code).toBe(0)
    expect(said).toMatch(
      /OTC buy: naira to pay for one unit\n {2}published \d+ s ago, as of \d+ s ago, expires in 1\d\d s\n {2}USD {2}1452\.75/,
    )
    expect(said).toMatch(/USDC\/NGN .*HELD: only quidax has a quote: step of/)
    expect(said).toContain('npx afara ops rate set --pair USDC/NGN --bid 1739.04 --ask 1746.96')
    expect(said).toMatch(
      /monierate +read \d+ s ago: FAILED: the server answered with text\/html, not JSON; before that 9 quotes/,
    )
    expect((await world.ops('rate', 'history', '--pair', 'usdc/ngn')).said.split('\n')).toHaveLength(2)
  })
})
