import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../../test/clearing-world.ts'
import { connectAs } from '../../../../test/connect-as.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { absentSigner } from '../../../movements/transfers/signer.ts'
import { wireWalletRules } from '../../../wire/wire-chains.ts'
import { runOps } from '../run-ops.ts'

const world = await createClearingWorld()
const lanes: string[] = []

beforeAll(async () => {
  lanes.push(await world.openLane(1), await world.openLane(2))
})
afterAll(world.close)

async function ops(who: string, line: string, ...more: string[]) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runOps(['ops', ...line.split(' '), ...more], {
    readSigning: softwareSigning,
    ...connectAs(world.ownerUrl, `${who}@afara.test`),
    readStatementFormats: async () => [],
    readWalletRules: async () => wireWalletRules(),
    readChainsAndJournal: async () => ({ chains: new Map(), journal: absentSigner }),
    print: (text) => out.push(...text.split('\n')),
    printError: (text) => errors.push(text),
  })
  return { code, text: out.join('\n'), errors: errors.join('\n') }
}

const WHY = ['--reason', 'somebody has our key'] as const

/** Requests with one operator and approves with the other. Returns the output of the second. */
async function together(line: string): Promise<string> {
  const asked = await ops('bisi', line, '--reason', 'it was nothing')
  expect(asked.errors).toBe('')
  const caseId = /cas_[0-9a-f]{32}/.exec(asked.text)?.[0] ?? ''
  expect((await ops('bisi', `approve ${caseId}`)).errors).toMatch(/approval_by_same_person/)
  return (await ops('chidi', `approve ${caseId}`)).text
}

test('one operator freezes everything at once, and two resume it', async () => {
  const { buy } = await world.receive(10_000)
  expect((await ops('bisi', 'freeze all', ...WHY)).text).toContain('Everything is frozen: nothing is sent')
  expect((await ops('chidi', 'freeze all', ...WHY)).text).toMatch(
    /already frozen since .*somebody has our key/,
  )
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('payment_received')
  const listed = await ops('chidi', 'freeze list')
  expect(listed.text).toMatch(/Everything, since .* by Bisi/)
  expect(listed.text).toContain('npx afara ops unfreeze all --reason')
  expect((await ops('chidi', `show ${formatId('transaction', buy)}`)).text.replace(/\s+/g, ' ')).toContain(
    'frozen everything is frozen: somebody has our key',
  )
  expect(await together('unfreeze all')).toContain('is done: lift the freeze')
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect((await ops('bisi', 'unfreeze all', ...WHY)).errors).toMatch(/not frozen/)
})

test('one business or one network is frozen, and the others are not', async () => {
  const [mine, other] = [await world.receive(10_000), await world.receive(10_000)]
  const name = formatId('business', mine.shop)
  expect((await ops('bisi', `freeze business ${name}`, ...WHY)).code).toBe(0)
  expect((await ops('bisi', 'freeze network test avalanche', ...WHY)).text).toContain(
    'Avalanche in test mode',
  )
  for (const { buy } of [mine, other]) await world.advance(buy)
  expect(await world.statusOf(mine.buy)).toBe('payment_received')
  expect(await world.statusOf(other.buy)).toBe('cleared')
  expect((await ops('bisi', 'freeze list')).text).toContain('npx afara ops unfreeze network test Avalanche')
  await together(`unfreeze business ${name}`)
  await together('unfreeze network test Avalanche')
  await world.advance(mine.buy)
  expect(await world.statusOf(mine.buy)).toBe('cleared')
})

test('one operator takes a bank out of service by any of its names, and two put it back', async () => {
  expect((await ops('bisi', 'freeze bank test gtbank', ...WHY)).text).toContain(
    'is out of service: nothing is paid to it',
  )
  const listed = (await ops('bisi', 'freeze list')).text
  expect(listed).toContain('npx afara ops unfreeze bank test 000013')
  expect((await ops('bisi', 'freeze bank test nowhere-bank', ...WHY)).errors).toMatch(/No bank matches/)
  const { buy } = await world.receive(10_000)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await together('unfreeze bank test 000013')).toContain('is done: lift the freeze')
})

test('a freeze cannot be deleted directly, and stays in the database after it is lifted', async () => {
  await ops('bisi', 'freeze network test Polygon', ...WHY)
  await expect(world.owner.query('delete from freeze_order')).rejects.toMatchObject({ code: 'AF002' })
  await expect(world.owner.query(`update freeze_order set reason = 'x'`)).rejects.toMatchObject({
    code: 'AF002',
  })
  await expect(
    world.worker.query(`update freeze_order set lifted_at = now(), lifted_by = $1, lifted_reason = 'x'`, [
      world.bisi,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  await together('unfreeze network test Polygon')
  await ops('bisi', 'freeze network test Polygon', ...WHY)
  await together('unfreeze network test Polygon')
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from freeze_order where subject = 'test:Polygon' and lifted_at is not null`,
  )
  expect(rows).toEqual([{ count: 2 }])
})

test('deliveries that wait for a halted lane move to the other, and two operators resume the lane', async () => {
  const { buy } = await world.receive(10_000)
  await world.advance(buy)
  const waits = async () => (await world.deliveryOf(buy))?.lane_id as string
  const first = await waits()
  const number = lanes.indexOf(first) + 1
  const halted = await ops('bisi', `lane halt test:Polygon:${number}`, ...WHY)
  expect(halted.text).toContain('sends nothing, not even signed transfers')
  expect(halted.text).toContain('moved to another lane')
  expect(await waits()).not.toBe(first)
  expect((await ops('bisi', `lane halt test:polygon:${number}`, ...WHY)).text).toContain('already halted')
  expect((await ops('bisi', `lane drain test:Polygon:${number}`, ...WHY)).errors).toMatch(/lane_move_refused/)
  const shown = await ops('chidi', 'lanes')
  expect(shown.text).toContain('halted: somebody has our key')
  expect(shown.text).toContain(`npx afara ops lane resume test:Polygon:${number}`)
  expect(await together(`lane resume test:Polygon:${number}`)).toContain('resume the lane')
  expect((await ops('bisi', `lane resume test:Polygon:${number}`, ...WHY)).errors).toMatch(/is active/)
  expect((await ops('bisi', 'lane halt test:Polygon:9', ...WHY)).errors).toMatch(/lane_unknown/)
})

test('the case about a halted lane is resolved by the same two operators', async () => {
  const [lane = ''] = lanes
  await world.owner.query(
    `select halt_lane($1, take_lane($1, 'a test', now(), 10000), 'a lock was used by another', now())`,
    [lane],
  )
  expect((await ops('bisi', 'cases --kind lane_halted')).text).toContain('lane_halted')
  expect(await together('lane resume test:Polygon:1')).toContain('is done')
  expect((await ops('bisi', 'cases --kind lane_halted')).text).toContain('No open cases')
})

test('a lane whose key is lost is abandoned permanently by two operators', async () => {
  const lane = await world.openLane(3)
  expect((await ops('bisi', 'lane abandon test:Polygon:3', ...WHY)).errors).toMatch(/is not halted/)
  await ops('bisi', 'lane halt test:Polygon:3', ...WHY)
  expect((await ops('bisi', 'lane abandon test:Polygon:3', ...WHY)).errors).toMatch(/less than a minute ago/)
  await world.owner.query(`update lane set halted_at = halted_at - interval '2 minutes' where id = $1`, [
    lane,
  ])
  expect(await together('lane abandon test:Polygon:3')).toContain('the lane never sends again')
  expect((await ops('bisi', 'lanes')).text).toContain('abandoned: somebody has our key')
  expect((await ops('bisi', 'lane resume test:Polygon:3', ...WHY)).errors).toMatch(/was abandoned/)
})

test('after all of this the database is consistent', async () => {
  expect(await world.findings()).toEqual([])
})
