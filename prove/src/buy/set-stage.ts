import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import type { FaultyNode } from '../chains/faulty-node.ts'
import type { LiveStack } from '../live-stack.ts'
import { openShops } from './open-shops.ts'
import type { Stage } from './stage.ts'

/** Sets up shops, desks and witnesses around a live stack with a bank and chains. `nodes` are the proxies in front of the chains. */
export async function setStage(stack: LiveStack, nodes: readonly FaultyNode[]): Promise<Stage> {
  const { bank, chains, databaseUrl } = stack
  if (bank === undefined || chains === undefined)
    throw new Error('the stack was started without a bank or without chains')
  const open = () => createPool(databaseUrl('afara_owner'), { max: 3, applicationName: 'proof' })
  const [owner, watcher] = [open(), open()]
  const shops = await openShops(stack, owner)
  const { rows } = await owner.query<{ number: string; name: string }>(
    `select account_number as number, name from vendor_account where mode = 'test'`,
  )
  return {
    stack,
    desk: openBankDesk(bank.adminUrl),
    owner,
    watcher,
    nodes,
    chains,
    shops,
    vendorNames: new Map(rows.map(({ number, name }) => [number, name])),
    clear: async () => {
      for (const pool of [owner, watcher]) await pool.end()
      for (const node of nodes) await node.close()
      await stack.stop()
    },
  }
}
