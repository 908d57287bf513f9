import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { printNaira } from '../output/money.ts'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { printFacts } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import type { Reply, Session } from '../session.ts'
import { fillAmount } from './make-transaction.ts'

type PayLinkReply = Readonly<{
  message: string
  pay_link: Readonly<{
    id: string
    url: string
    transaction_id: string
    status: string
    amount: string
    account_name: string
    account_number: string
    bank_name: string
    code: string
    description: string | null
    expires_at: string
    warnings: readonly string[]
  }>
}>
type Flags = Readonly<{
  amount?: string
  network?: string
  wallet?: string
  description?: string
  returnUrl?: string
  reference?: string
  minutes?: string
}>

export function addPayLinkCommand(program: Command, { act }: Runner): void {
  const link = program.command('pay-link').description('manage pay links')

  link
    .command('create', { isDefault: true })
    .description('create a pay link')
    .option('--amount <naira>', 'whole naira; we add a unique number of kobo that identifies the payment')
    .option('--network <name>', 'the network of the wallet')
    .option('--wallet <address>', 'the destination wallet; the default is your balance')
    .option('--description <text>', 'what the payer pays for')
    .option('--return-url <url>', 'the URL the page links back to')
    .option('--reference <text>', 'your reference; repeating it returns the same link')
    .option('--minutes <count>', 'minutes until the link expires, 30 to 4320')
    .addHelpText('after', example('afara pay-link --amount 25000 --description "Order 2291"'))
    .action(
      act<Flags>(async (session, flags) => {
        const fields = {
          network: flags.network,
          wallet_address: flags.wallet,
          description: flags.description,
          return_url: flags.returnUrl,
          reference: flags.reference,
          expires_in_minutes: flags.minutes === undefined ? undefined : Number(flags.minutes),
        }
        const amount = await fillAmount(session, flags.amount, '15000')
        const body = {
          ...(await session.owner()),
          amount,
          ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
        }
        const reply = await session.post<PayLinkReply>('/pay-links/v1', body, {
          idempotencyKey: randomUUID(),
        })
        show(session, reply)
        return undefined
      }),
    )

  link
    .command('show')
    .argument('<id>', 'lnk_…')
    .description('show a pay link')
    .addHelpText('after', example('afara pay-link show lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.get<PayLinkReply>(`/pay-links/v1/${encodeURIComponent(id)}`))
        return undefined
      }),
    )

  link
    .command('cancel')
    .argument('<id>', 'lnk_…')
    .description('cancel a pay link that is not paid')
    .addHelpText('after', example('afara pay-link cancel lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e'))
    .action(
      act(async (session, _flags, id = '') => {
        show(session, await session.post<PayLinkReply>(`/pay-links/v1/${encodeURIComponent(id)}/cancel`, {}))
        return undefined
      }),
    )
}

function show(session: Session, reply: Reply<PayLinkReply>): void {
  const { message, pay_link: link } = reply.body
  session.show(reply, () => [
    message,
    ...printFacts(
      [
        ['page', link.url],
        ['status', { text: link.status, colour: colourOf(link.status) }],
        ['to pay', printNaira(link.amount)],
        ['into', `${link.account_number}, ${link.bank_name}, ${link.account_name}`],
        ['code', link.code],
        ['for', link.description ?? undefined],
        ['until', session.moment(link.expires_at)],
        ['link', link.id],
        ['transaction', link.transaction_id],
      ],
      session.paint,
    ),
    ...link.warnings.map((warning) => session.paint(`note  ${toPlainText(warning)}`, 'yellow')),
  ])
}
