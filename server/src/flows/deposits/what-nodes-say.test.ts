import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRpcProxy } from '../../../test/contracts/rpc-proxy.ts'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { listCursors } from '../../movements/deposits/cursor-store.ts'
import { closeOutlivedCases } from '../../records/cases/case-store.ts'
import { approveCase } from '../cases/approve-case.ts'
import { proposeResolution } from '../cases/propose-resolution.ts'

const NAIRA = 1_000_000n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Log = Record<string, unknown> & { topics: string[]; data: string }

let world: Awaited<ReturnType<typeof createDepositWorld>>
beforeAll(async () => {
  world = await createDepositWorld({ artifact: 'FaultyToken' })
})
beforeEach(async () => {
  world.evm.proxy.setLie(undefined)
  world.evm.setFault('none')
  await world.look()
})
afterAll(async () => {
  await world.close()
})

const openCases = async (kind: string): Promise<number> => {
  const { rows } = await world.owner.query<{ open: number }>(
    `select count(*)::integer as open from case_file where kind = $1 and state <> 'resolved'`,
    [kind],
  )
  return rows[0]?.open ?? 0
}
const cursor = async () => {
  const [one] = await listCursors(world.worker)
  if (one === undefined) throw new Error('nothing is watched')
  return one
}
/** Returns a sell whose tokens are final but not recorded yet. */
const deposited = async () => {
  const sell = await world.sell(100)
  await world.send(sell.address, 100n * NAIRA)
  await world.evm.mine(1)
  await world.evm.finalize()
  return sell
}

test('an unreachable node causes only a delay', async () => {
  const { id } = await deposited()
  for (const fault of ['error_500', 'half_body', 'html', 'refuses_all', 'one_answer_missing'] as const) {
    world.evm.setFault(fault)
    await expect(world.look()).rejects.toThrow(/./)
  }
  world.evm.setFault('none')
  expect(await world.statusOf(id)).toBe('pending_deposit')
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('a node that refuses many blocks at once gets smaller requests', async () => {
  const { id } = await deposited()
  await world.evm.mine(50)
  world.evm.proxy.setLie(({ method, params }, result) => {
    if (method !== 'eth_getLogs') return result
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    if (BigInt(toBlock) - BigInt(fromBlock) >= 10n) throw new Error('query returned more than 10000 results')
    return result
  })
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('a transfer that a node omits briefly is recorded later, once', async () => {
  const { id } = await deposited()
  world.evm.proxy.setLie(({ method }, result) => (method === 'eth_getLogs' ? [] : result))
  await world.look()
  expect(await world.depositsOf(id)).toEqual([])
  world.evm.proxy.setLie(undefined)
  await world.evm.mine(1)
  await world.look()
  await world.evm.mine(1)
  await world.look()
  expect(await world.depositsOf(id)).toEqual([['funded', 10_000, 10_000, 0]])
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('a node that lags behind another is not trusted about the newest blocks', async () => {
  const { id } = await deposited()
  const { block } = await cursor()
  // A load balancer reads the head from one node and the logs from another.
  world.evm.proxy.setLie(({ method, params }, result) => {
    if (method === 'eth_getLogs') return []
    return method === 'eth_getBlockByNumber' &&
      params[0] !== 'finalized' &&
      BigInt(params[0] as string) > block
      ? null
      : result
  })
  await expect(world.look()).rejects.toThrow('the node has no block')
  world.evm.proxy.setLie(undefined)
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test.each<readonly [string, (log: Log) => Log]>([
  ['another amount', (log) => ({ ...log, data: `0x${(10n ** 12n).toString(16).padStart(64, '0')}` })],
  ['another log index', (log) => ({ ...log, logIndex: '0x5' })],
  ['a block hash that does not exist', (log) => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` })],
  ['a block outside the requested range', (log) => ({ ...log, blockNumber: '0x1' })],
])('a list that shows %s is not trusted', async (_, forge) => {
  const { id } = await deposited()
  world.evm.proxy.setLie(({ method }, result) =>
    method === 'eth_getLogs' ? (result as Log[]).map(forge) : result,
  )
  await expect(world.look()).rejects.toThrow(/does not return|outside/)
  expect(await world.depositsOf(id)).toEqual([])
  world.evm.proxy.setLie(undefined)
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('logs of other contracts and removed logs are ignored', async () => {
  const { id, address } = await world.sell(100)
  await world.evm.finalize()
  const { block, hash } = await cursor()
  const forged = {
    topics: [TRANSFER, `0x${'0'.repeat(64)}`, `0x${address.slice(2).toLowerCase().padStart(64, '0')}`],
    data: `0x${(100n * NAIRA).toString(16).padStart(64, '0')}`,
    blockNumber: `0x${(block + 1n).toString(16)}`,
    blockHash: hash,
    transactionHash: hash,
    logIndex: '0x0',
  }
  world.evm.proxy.setLie(({ method }, result) =>
    method === 'eth_getLogs'
      ? [
          ...(result as Log[]),
          { ...forged, address: world.factory },
          { ...forged, address: world.evm.token, removed: true },
        ]
      : result,
  )
  await world.look()
  expect(await world.depositsOf(id)).toEqual([])
})

test('an unreadable log of the token is set aside, and the rest continues', async () => {
  const { id, address } = await deposited()
  const ours = address.slice(2).toLowerCase()
  const before = await openCases('line_aside')
  world.evm.proxy.setLie(({ method }, result) => {
    if (method !== 'eth_getLogs') return result
    return (result as Log[]).flatMap((log) =>
      log.topics[2]?.endsWith(ours)
        ? [
            log,
            { ...log, logIndex: '0x99', topics: log.topics.slice(0, 2) },
            { ...log, logIndex: '0x98', data: '0x' },
          ]
        : [log],
    )
  })
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect((await openCases('line_aside')) - before).toBe(2)
})

test('if a past block differs from the block that was read, the watch is halted until they match again', async () => {
  const { id } = await deposited()
  const { block } = await cursor()
  world.evm.proxy.setLie(({ method, params }, result) =>
    method === 'eth_getBlockByNumber' && params[0] === `0x${block.toString(16)}`
      ? { ...(result as object), hash: `0x${'cd'.repeat(32)}` }
      : result,
  )
  await world.look()
  await world.look()
  expect((await cursor()).haltedBecause).toMatch(/cdcd/)
  expect(await openCases('chain_halted')).toBe(1)
  expect(await world.statusOf(id)).toBe('pending_deposit')
  world.evm.proxy.setLie(undefined)
  await world.look()
  expect(await openCases('chain_halted')).toBe(0)
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('a large deposit counts only when a second node shows it too, and earlier small deposits do not wait', async () => {
  const second = await startRpcProxy(world.evm.proxy.url)
  world.watchWith({ witness: { chain: world.nodeAt(second.url), aboveMinor: 10_000n } })
  try {
    const small = await deposited()
    const large = await world.sell(200)
    await world.send(large.address, 200n * NAIRA)
    second.setLie(({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result))
    await world.settle()
    expect(await world.statusOf(small.id)).toBe('deposit_received')
    await world.look()
    expect(await world.statusOf(large.id)).toBe('pending_deposit')
    expect(world.notices.at(-1)).toMatch(/second node/)
    second.setLie(undefined)
    await world.look()
    expect(await world.statusOf(large.id)).toBe('deposit_received')
  } finally {
    world.watchWith({ witness: undefined })
    await second.stop()
  }
})

test('a factory that sends to a wallet other than ours halts the watch', async () => {
  const right = world.deps().watched.get('test:Polygon')?.chain
  if (right === undefined) throw new Error('nothing is watched')
  world.watchWith({ chain: world.nodeAt(world.evm.proxy.url, `0x${'77'.repeat(20)}`) })
  await expect(world.look()).rejects.toThrow('the treasury of the factory')
  world.watchWith({ chain: right })
})

const faults = { none: 0, taxed: 3, pretended: 4, loggedTwice: 5 } as const

test('for a token with a transfer tax, the amount that arrived counts', async () => {
  const { id, address } = await world.sell(100)
  await world.evm.ownerCalls('setFault', [faults.taxed])
  await world.send(address, 100n * NAIRA)
  await world.settle()
  await world.evm.ownerCalls('setFault', [faults.none])
  expect(await world.depositsOf(id)).toEqual([['funded', 9_000, 9_000, 0]])
  expect(await world.statusOf(id)).toBe('part_deposited')
})

test('a transfer that another contract logs is ignored', async () => {
  const { id, address } = await world.sell(100)
  await world.evm.ownerCalls('setFault', [faults.pretended])
  await world.send(address, 100n * NAIRA)
  await world.settle()
  await world.evm.ownerCalls('setFault', [faults.none])
  expect(await world.depositsOf(id)).toEqual([])
})

test('no transfer is accepted for an address whose balance does not match its transfers', async () => {
  const { id, address } = await world.sell(100)
  await world.evm.ownerCalls('setFault', [faults.loggedTwice])
  await world.send(address, 50n * NAIRA)
  await world.settle()
  await world.evm.ownerCalls('setFault', [faults.none])
  expect(await world.depositsOf(id)).toEqual([])
  expect(await world.statusOf(id)).toBe('pending_deposit')
  expect(world.notices.at(-1)).toMatch(/holds 50000000, but its transfers add up to 100000000/)
})

test('after all of this the checks find nothing', async () => {
  expect(await world.findings()).toEqual([])
})

test('a deposit that a node omitted until it was swept is found, together with the sweep that was set aside', async () => {
  const { id, address } = await deposited()
  const owner = `${world.lane.network}:${world.lane.number}`
  const [before, asides] = [await world.sumOf('float', owner), await openCases('line_aside')]
  // The node lists outgoing transfers of the address but omits incoming ones.
  world.evm.proxy.setLie(({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as Log[]).filter(({ topics }) => topics[2]?.slice(26) !== address.slice(2).toLowerCase())
      : result,
  )
  await world.look()
  await world.sweep([id])
  await world.settle()
  expect([await world.statusOf(id), await openCases('line_aside')]).toEqual(['pending_deposit', asides + 1])
  world.evm.proxy.setLie(undefined)
  await world.settle()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect((await world.sumOf('float', owner)) - before).toBe(10_000)
  await closeOutlivedCases(world.worker, world.clock.now())
  expect(await openCases('line_aside')).toBe(asides)
})

test('a transfer that a node omitted for long is found when two operators have its blocks read again', async () => {
  const { block } = await cursor()
  const { id, address } = await deposited()
  world.evm.proxy.setLie(({ method }, result) =>
    method === 'eth_getLogs'
      ? (result as Log[]).filter(({ topics }) => topics[2]?.slice(26) !== address.slice(2).toLowerCase())
      : result,
  )
  await world.look()
  await world.evm.mine(40)
  await world.sweep([id])
  await world.settle()
  world.evm.proxy.setLie(undefined)
  await world.settle()
  expect(await world.statusOf(id)).toBe('pending_deposit')
  await readAgain(block)
  await world.settle()
  expect([await world.statusOf(id), (await cursor()).rereadFrom]).toEqual(['deposit_received', null])
})

/** Two operators decide that the blocks are read again, in the case of the newest transfer that was set aside. */
async function readAgain(block: bigint): Promise<void> {
  const hire = async (name: string) =>
    hireOperator(world.owner, { email: `${name}@afara.test`, name, actor: 'system:test', reason: 'a test' })
  const [bisi, chidi] = [await hire('bisi'), await hire('chidi')]
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from case_file where kind = 'line_aside' and state <> 'resolved' order by opened_at desc, id desc limit 1`,
  )
  const caseId = formatId('case', rows[0]?.id ?? '')
  const deps = { pool: world.owner, clock: world.clock, signing: softwareSigning() }
  const wanted = { action: 'read_again', from_block: block.toString() }
  await proposeResolution(deps, {
    caseId,
    operatorId: bisi.id,
    wanted,
    reason: 'the explorer shows a deposit',
  })
  await approveCase(deps, { caseId, operatorId: chidi.id })
}
