import type { Command } from 'commander'
import { parseId } from '../../../kernel/ids/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { listVendors, type VendorStanding } from '../../../movements/collections/vendor-debt-store.ts'
import { requireBank } from '../../../records/banks/resolve-bank.ts'
import { parseAccountNumber } from '../../../records/banks/vendor-account.ts'
import { parseMode } from '../../../records/businesses/business.ts'
import type { LiveChange } from '../../../records/cases/live-change.ts'
import { readCreditStory } from '../../../records/cases/stories/credit-story-store.ts'
import { formatNaira, readNaira } from '../amounts.ts'
import { describeResolution } from '../cases/describe-resolution.ts'
import type { OpsDeps, OpsSession } from '../ops-session.ts'
import { requestApproval } from '../request-approval.ts'
import { formatTable } from '../terminal-text.ts'

type WithMode = { mode: string; reason: string }

const MODE = ['--mode <mode>', 'live or test', 'live'] as const

/** Vendors that collect payments for us and settle later. What they owe us is capped, because a vendor can fail. */
export function addVendorCommands(ops: Command, session: OpsSession): void {
  ops
    .command('vendors')
    .description(
      'list the vendors that collect payments for us, what they owe and how much we deliver on credit',
    )
    .option(...MODE)
    .action(async ({ mode }: { mode: string }) => {
      const of = parseMode(mode)
      await session.run(async ({ pool }) => session.print(...formatVendors(await listVendors(pool, of))))
    })
  const vendor = ops.command('vendor').description('manage what vendors owe us')
  addTerms(vendor, session)
  addSettled(vendor, session)
  addWriteOff(vendor, session)
}

function addTerms(vendor: Command, session: OpsSession): void {
  vendor
    .command('terms <vendor>')
    .description(
      'set how much we deliver before a vendor settles, and where its money comes from; two operators',
    )
    .option(...MODE)
    .requiredOption(
      '--cap <naira>',
      'the most that it may owe us for what we delivered; 0 to wait for every settlement',
    )
    .option(
      '--pays-from <number>',
      'the account from which it pays us; without it operators book its settlements',
    )
    .option('--bank <name or code>', 'the bank of that account')
    .requiredOption('--reason <text>', 'why')
    .action(async (name: string, options: WithMode & { cap: string; paysFrom?: string; bank?: string }) => {
      const { minor } = readNaira(options.cap)
      const { paysFrom, bank } = options
      if ((paysFrom === undefined) !== (bank === undefined))
        throw new Refusal('field_invalid', 'Pass --pays-from and --bank together, or neither.')
      await session.run(async (deps) => {
        const mode = parseMode(options.mode)
        await propose(session, deps, mode, `vendor:${name}`, options.reason, {
          action: 'set_vendor_terms',
          vendor: await requireVendor(deps, mode, name),
          cap_minor: String(minor),
          pays_from_number: paysFrom === undefined ? null : parseAccountNumber(paysFrom),
          pays_from_bank: bank === undefined ? null : requireBank(bank).key,
        })
      })
    })
}

function addSettled(vendor: Command, session: OpsSession): void {
  vendor
    .command('settled <vendor> <credit>')
    .description(
      'book a credit (crd_…) as a settlement of a vendor, if the bank hides its sender; two operators',
    )
    .requiredOption('--reason <text>', 'how you know')
    .action(async (name: string, credit: string, { reason }: { reason: string }) => {
      await session.run(async (deps) => {
        const id = parseId('credit', credit)
        const story = id === undefined ? undefined : await readCreditStory(deps.pool, id)
        if (id === undefined || story === undefined)
          throw new Refusal(
            'not_found',
            `No credit is called "${credit}". Copy its id from "npx afara ops credits".`,
          )
        const { mode } = story
        await propose(session, deps, mode, `settled:${id}`, reason, {
          action: 'book_settlement',
          vendor: await requireVendor(deps, mode, name),
          line_id: id,
          amount_minor: String(story.grossMinor),
        })
      })
    })
}

function addWriteOff(vendor: Command, session: OpsSession): void {
  vendor
    .command('write-off <vendor>')
    .description('write off what a vendor owes us and will not pay; two operators')
    .option(...MODE)
    .requiredOption('--amount <naira>', 'how much')
    .requiredOption('--as <what>', 'fee, if the vendor kept it as its fee, or loss')
    .requiredOption('--reason <text>', 'what the vendor says')
    .action(async (name: string, options: WithMode & { amount: string; as: string }) => {
      const { minor } = readNaira(options.amount)
      const { as } = options
      if (minor <= 0n) throw new Refusal('field_invalid', '--amount must be above zero.')
      if (as !== 'fee' && as !== 'loss') throw new Refusal('field_invalid', '--as must be fee or loss.')
      await session.run(async (deps) => {
        const mode = parseMode(options.mode)
        await propose(session, deps, mode, `write-off:${name}:${minor}`, options.reason, {
          action: 'write_off_debt',
          vendor: await requireVendor(deps, mode, name),
          amount_minor: String(minor),
          as,
        })
      })
    })
}

async function propose(
  session: OpsSession,
  deps: OpsDeps,
  mode: Mode,
  subject: string,
  reason: string,
  resolution: LiveChange,
): Promise<void> {
  const summary = `In ${mode} mode, ${describeResolution(resolution)}.`
  session.print(...(await requestApproval(deps, reason, { mode, facts: { subject }, summary, resolution })))
}

async function requireVendor({ pool }: OpsDeps, mode: Mode, name: string): Promise<string> {
  const known = (await listVendors(pool, mode)).map(({ vendor }) => vendor)
  if (known.includes(name)) return name
  throw new Refusal(
    'not_found',
    `No vendor called "${name}" collects payments in ${mode} mode. Known: ${known.join(', ') || 'none'}.`,
  )
}

function formatVendors(vendors: readonly VendorStanding[]): string[] {
  if (vendors.length === 0) return ['No vendor collects payments in this mode.']
  return formatTable(
    [
      { title: 'vendor', width: 12 },
      { title: 'settles', width: 18 },
      { title: 'owes us', width: 20, isRight: true },
      { title: 'on credit at most', width: 24, isRight: true },
      { title: 'pays us from', width: 24 },
    ],
    vendors.map(({ vendor, settles, owedMinor, capMinor, paysFrom }) => [
      vendor,
      (settles ?? 'not configured').replaceAll('_', ' '),
      formatNaira(owedMinor),
      settles === 'at_once' ? 'no limit' : formatNaira(capMinor),
      paysFrom ?? 'not said',
    ]),
  )
}
