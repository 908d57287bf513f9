import type { Sql } from '../../../kernel/postgres/pool.ts'
import { assert } from '../../../kernel/refusal.ts'
import { selectLanes } from '../../../movements/transfers/lane-overview-store.ts'
import { findVendorAccountById } from '../../../records/banks/vendor-account-store.ts'
import { readBusinessLine } from '../../../records/businesses/business-line-store.ts'
import type { Subject } from '../../../records/cases/stories/find-subjects-store.ts'
import { readWebhookStory } from '../../../records/cases/stories/webhook-story-store.ts'
import { readKeyLine } from '../../../records/keys/key-line-store.ts'
import { readOperatorLine } from '../../../records/operators/operator-line-store.ts'
import { formatLanes } from '../transfers/format-lanes.ts'
import {
  formatBusiness,
  formatKey,
  formatOperator,
  formatVendorAccount,
  formatWebhook,
} from './format-registered.ts'

type Registered = Readonly<{ kind: Exclude<Subject['kind'], 'case' | 'credit' | 'transaction'>; id: string }>

/** Shows an object that is no case and no money: a business, a key, an operator, an account, a lane or a webhook endpoint. */
export async function explainRegistered(sql: Sql, { kind, id }: Registered, now: Date): Promise<string[]> {
  switch (kind) {
    case 'business':
      return formatBusiness(found(await readBusinessLine(sql, id, { at: now })))
    case 'key':
      return formatKey(found(await readKeyLine(sql, id)), now)
    case 'operator':
      return formatOperator(found(await readOperatorLine(sql, id)))
    case 'vendorAccount':
      return formatVendorAccount(found(await findVendorAccountById(sql, id)))
    case 'webhookEndpoint':
      return formatWebhook(found(await readWebhookStory(sql, id)))
    default:
      return explainLane(sql, id, now)
  }
}

async function explainLane(sql: Sql, id: string, now: Date): Promise<string[]> {
  const lanes = await selectLanes(sql)
  return formatLanes(
    lanes.filter((lane) => lane.id === id),
    now,
  )
}

function found<T>(object: T | undefined): T {
  assert(object !== undefined, 'an object that was found must exist')
  return object
}
