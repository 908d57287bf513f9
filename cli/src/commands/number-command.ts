import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { printFacts, printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

type CustomerNumber = Readonly<{
  id: string
  reference: string
  customer_name: string
  state: string
  account_number: string | null
  account_name: string | null
  bank_name: string | null
  network: string
  wallet_address: string
  ended_at: string | null
}>
type NumberReply = Readonly<{ message: string; number: CustomerNumber }>
type NumbersReply = Readonly<{ numbers: readonly CustomerNumber[]; has_more: boolean }>
type Flags = Readonly<{
  reference?: string
  name?: string
  bvnReference?: string
  ninReference?: string
  network?: string
  wallet?: string
}>

const PATH = '/collections/v1/numbers'
const MOST_SHOWN = 50

export function addNumberCommand(program: Command, { act }: Runner): void {
  const created = example(
    'afara number create --reference customer-8841 --name "Ada Obi" --bvn-reference idv_7f3a9c2e51b8',
  )
  const number = program
    .command('number')
    .description('manage standing account numbers of your customers')
    .addHelpText('after', created)

  number
    .command('create')
    .description('get a standing account number for a customer')
    .requiredOption('--reference <text>', 'your name for the customer; repeating it returns the same number')
    .requiredOption('--name <name>', 'the name of the customer')
    .option(
      '--bvn-reference <text>',
      'the reference of the BVN check at your identity provider, never the BVN',
    )
    .option(
      '--nin-reference <text>',
      'the reference of the NIN check at your identity provider, never the NIN',
    )
    .option('--network <name>', 'the network of the wallet')
    .option('--wallet <address>', 'the destination wallet; the default is your balance')
    .addHelpText('after', created)
    .action(
      act<Flags>(async (session, flags) => {
        const { bvnReference: bvn, ninReference: nin } = flags
        if ((bvn === undefined) === (nin === undefined))
          throw new UsageError('Pass --bvn-reference or --nin-reference.')
        const fields = { network: flags.network, wallet_address: flags.wallet }
        const body = {
          ...(await session.owner()),
          reference: flags.reference,
          customer_name: flags.name,
          identity_type: bvn === undefined ? 'nin' : 'bvn',
          identity_reference: bvn ?? nin,
          ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
        }
        show(session, await session.post<NumberReply>(PATH, body, { idempotencyKey: randomUUID() }))
        return undefined
      }),
    )

  number
    .command('list')
    .description('list your standing numbers, newest first')
    .addHelpText('after', example('afara number list'))
    .action(
      act(async (session) => {
        const reply = await session.get<NumbersReply>(`${PATH}?limit=${MOST_SHOWN}`)
        session.show(reply, () => tableOf(session, reply.body))
        return undefined
      }),
    )

  number
    .command('show')
    .argument('<id>', 'num_…')
    .description('show a standing number')
    .addHelpText('after', example('afara number show num_01a1dcc33c477feca0d6d2cee34c8ce8'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.get<NumberReply>(`${PATH}/${encodeURIComponent(id)}`))
        return undefined
      }),
    )

  number
    .command('end')
    .argument('<id>', 'num_…')
    .description('end a standing number; what is paid to it later goes back')
    .addHelpText('after', example('afara number end num_01a1dcc33c477feca0d6d2cee34c8ce8'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.post<NumberReply>(`${PATH}/${encodeURIComponent(id)}/end`, {}))
        return undefined
      }),
    )
}

function tableOf(session: Session, { numbers, has_more: hasMore }: NumbersReply): string[] {
  if (numbers.length === 0) return ['No standing number yet. Create one: afara number create --help']
  const rows = numbers.map(({ id, reference, customer_name: name, account_number: account, state }) => [
    id,
    account ?? '',
    state,
    reference,
    name,
  ])
  const columns = ['number', 'account', 'state', 'reference', 'customer'].map((title) => ({ title }))
  const table = printTable(columns, rows, session.paint)
  return hasMore ? [...table, `These are the newest ${MOST_SHOWN}.`] : table
}

function show(session: Session, reply: Reply<NumberReply>): void {
  const { message, number } = reply.body
  const { account_number: account, bank_name: bank, account_name: name } = number
  session.show(reply, () => [
    message,
    ...printFacts(
      [
        ['account', account === null ? undefined : `${account}, ${bank ?? ''}, ${name ?? ''}`],
        ['state', number.state],
        ['customer', `${number.customer_name} (${number.reference})`],
        [
          'tokens to',
          number.network === '' ? 'your balance' : `${number.wallet_address} on ${number.network}`,
        ],
        ['ended', number.ended_at === null ? undefined : session.moment(number.ended_at)],
        ['number', number.id],
      ],
      session.paint,
    ),
  ])
}
