import { seedOperators } from '@afara/server/entry/admin/seed-data.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { openVendorAccount } from '@afara/server/records/banks/manage-vendor-accounts.ts'
import { type BankDesk, openBankDesk } from '@afara/stack/simulators/bank-desk.ts'
import type { LiveStack } from '../live-stack.ts'
import { places } from './places.ts'

export type Stage = Readonly<{
  stack: LiveStack
  desk: BankDesk
  owner: Pool
  worker: Pool
  operatorId: string
  /** The second operator, who approves. */
  approverId: string
  /** Keys are account numbers. */
  accountIds: ReadonlyMap<string, string>
  vendorNames: ReadonlyMap<string, string>
  people: typeof people
}>

const [bisi, chidi] = seedOperators
const people = { actor: bisi.email, approver: chidi.email, reason: 'a proof that no credit is lost' }

/** Opens the account that only statements report, as two operators do. The seed has the others. */
export async function setStage(stack: LiveStack): Promise<Stage> {
  if (stack.bank === undefined) throw new Error('the stack was started without a bank')
  const owner = createPool(stack.databaseUrl('afara_owner'), { max: 3, applicationName: 'proof' })
  const worker = createPool(stack.databaseUrl('afara_worker'), { max: 2, applicationName: 'proof' })
  for (const { number, hasFeed } of places)
    if (!hasFeed)
      await openVendorAccount(owner, {
        mode: 'test',
        name: `TEST Afara ${number}`,
        accountNumber: number,
        ...people,
      })
  const { rows: accounts } = await owner.query<{ id: string; number: string; name: string }>(
    `select id, account_number as number, name from vendor_account where mode = 'test'`,
  )
  const { rows: operators } = await owner.query<{ id: string; email: string }>(
    'select id, email from operator',
  )
  const idOf = (email: string) => operators.find((one) => one.email === email)?.id ?? ''
  return {
    stack,
    desk: openBankDesk(stack.bank.adminUrl),
    owner,
    worker,
    operatorId: idOf(people.actor),
    approverId: idOf(people.approver),
    accountIds: new Map(accounts.map(({ number, id }) => [number, id])),
    vendorNames: new Map(accounts.map(({ number, name }) => [number, name])),
    people,
  }
}
