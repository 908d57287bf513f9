import type { TransactionType } from '@afara/server/records/transactions/machines/machines.ts'
import type { BlockedKind } from './blocked-kinds.ts'
import type { Stage } from './stage.ts'

/** A cause that can keep a transaction in its status. */
type Way = Readonly<{
  name: string
  types: readonly TransactionType[]
  /** The only statuses that this cause can block. */
  statuses?: readonly string[]
  /** Whether the driver runs. */
  isDriven: boolean
  /** Blocks the transaction. Returns the function that ends the block. */
  block(stage: Stage, id: string, kind: BlockedKind): Promise<() => Promise<unknown>>
}>

const all = ['buy', 'sell', 'withdrawal', 'return', 'drill'] as const

export const ways: readonly Way[] = [
  { name: 'engine_stopped', types: all, isDriven: false, block: async () => nothing },
  {
    name: 'wait_without_end',
    types: ['buy', 'sell', 'withdrawal', 'return'],
    // No outside party acts: no payer pays, no operator decides, and no chain reader or vendor reports an outcome.
    isDriven: true,
    block: async () => nothing,
  },
  {
    name: 'lane_halted',
    types: ['buy', 'withdrawal'],
    statuses: ['payment_received', 'requested', 'cleared', 'sending', 'send_failed'],
    isDriven: true,
    block: async (stage, _, kind) => {
      await stage.setLane('halted', kind)
      return async () => stage.setLane('active', kind)
    },
  },
  {
    name: 'everything_frozen',
    types: ['buy', 'sell', 'withdrawal', 'return'],
    isDriven: true,
    block: async (stage, _, kind) => stage.freeze(kind, 'all', ''),
  },
  {
    name: 'network_frozen',
    types: ['buy', 'withdrawal'],
    isDriven: true,
    block: async (stage, _, kind) => stage.freeze(kind, 'network', 'test:Polygon'),
  },
  {
    name: 'account_frozen',
    types: ['buy', 'return'],
    isDriven: true,
    block: async (stage, id, kind) => stage.freezeAccount(id, kind),
  },
  {
    name: 'business_suspended',
    types: ['buy', 'sell', 'withdrawal'],
    isDriven: true,
    block: async (stage, id, kind) => stage.suspend(id, kind),
  },
  {
    name: 'lien',
    types: ['buy', 'return'],
    statuses: ['payment_received', 'cleared', 'refunding', 'refund_failed'],
    isDriven: true,
    block: async (stage, id, kind) => stage.placeLien(id, kind),
  },
  {
    name: 'list_too_old',
    types: ['buy', 'sell', 'withdrawal'],
    isDriven: true,
    block: async (stage, _, kind) => stage.breakScreening(kind),
  },
  {
    name: 'node_dead',
    types: ['buy', 'withdrawal'],
    isDriven: true,
    block: async (stage, _, kind) => stage.breakNode(kind),
  },
  {
    name: 'vendor_dead',
    types: ['sell'],
    isDriven: true,
    block: async (stage) => stage.breakVendor(),
  },
  {
    name: 'float_empty',
    types: ['buy', 'sell', 'return'],
    isDriven: true,
    block: async (stage, _, kind) => stage.emptyFloat(kind),
  },
]

export function applies({ types, statuses }: Way, { type, status }: BlockedKind): boolean {
  return types.includes(type) && (statuses?.includes(status) ?? true)
}

async function nothing(): Promise<void> {
  await Promise.resolve()
}
