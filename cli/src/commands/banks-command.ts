import type { Command } from 'commander'
import { printSpan } from '../output/moment.ts'
import { colourOf } from '../output/paint.ts'
import { toPlainText } from '../output/plain-text.ts'
import { printTable } from '../output/table.ts'
import { example, type Runner } from '../runner.ts'
import { UsageError } from '../usage-error.ts'

type Bank = Readonly<{
  code: string
  name: string
  other_names: readonly string[]
  health: Readonly<{ state: string; typical_seconds: string | null; success_percent: string | null }>
}>
type Flags = Readonly<{ all?: boolean; bank?: string; name?: string }>

export function addBanksCommand(program: Command, { act }: Runner): void {
  program
    .command('banks')
    .argument('[words]', 'part of a name or a code')
    .option('--all', 'include banks without recent payments')
    .description('list banks and their current state')
    .addHelpText('after', example('afara banks gtb', 'afara banks --all --json'))
    .action(
      act<Flags>(async (session, { all }, words = '') => {
        const reply = await session.get<{ banks: readonly Bank[]; message: string }>('/banks/v1')
        const { banks } = reply.body
        const found = banks.filter((bank) =>
          words === '' ? all === true || bank.health.state !== 'unknown' : isCalled(bank, words),
        )
        session.show(reply, () =>
          found.length === 0
            ? [
                words === ''
                  ? `${banks.length} banks, none with enough recent payments to show a state. List all: afara banks --all`
                  : `No bank matches "${words}".`,
              ]
            : printTable(
                [
                  { title: 'code' },
                  { title: 'health' },
                  { title: 'typical', isRight: true },
                  { title: 'through', isRight: true },
                  { title: 'name' },
                ],
                found.map(({ code, name, health }) => [
                  code,
                  { text: health.state, colour: colourOf(health.state) },
                  health.typical_seconds === null ? '–' : printSpan(Number(health.typical_seconds) * 1000),
                  health.success_percent === null ? '–' : `${health.success_percent} %`,
                  name,
                ]),
                session.paint,
              ),
        )
        return undefined
      }),
    )

  program
    .command('account')
    .argument('<number>', 'the account number')
    .option('--bank <name>', 'the bank')
    .option('--name <name>', 'the name to compare')
    .description('check the name on an account before you pay it')
    .addHelpText('after', example('afara account 0123456789 --bank GTBank --name "Ada Obi"'))
    .action(
      act<Flags>(async (session, { bank, name }, number = '') => {
        if (bank === undefined) throw new UsageError('Pass --bank with the name or the code of the bank.')
        const reply = await session.post<{
          message: string
          enquiry: { outcome: string; bank_name: string; initials: string | null }
        }>('/banks/v1/name-enquiry', {
          bank_name: bank,
          account_number: number,
          ...(name === undefined ? {} : { account_name: name }),
        })
        const { enquiry, message } = reply.body
        session.show(reply, () => [
          `${enquiry.outcome}${enquiry.initials === null ? '' : ` (${toPlainText(enquiry.initials)})`}: ${toPlainText(message)}`,
        ])
        if (enquiry.outcome === 'no_answer') return 3
        return enquiry.outcome === 'different' || enquiry.outcome === 'not_found' ? 1 : 0
      }),
    )
}

function isCalled({ code, name, other_names: others }: Bank, words: string): boolean {
  return [code, name, ...others].some((text) => text.toLowerCase().includes(words.toLowerCase()))
}
