import type { Command } from 'commander'
import type { VendorReply } from '../api/wire.ts'
import { example, type Runner } from '../runner.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'
import { fill, fillAmount, type MakeFlags, makeTransaction } from './make-transaction.ts'

type Flags = MakeFlags &
  Readonly<{
    vendor?: string
    bank?: string
    account?: string
    name?: string
    network?: string
    wallet?: string
  }>

export function addBuyCommand(program: Command, { act }: Runner): void {
  program
    .command('buy')
    .description('create a buy for a payment')
    .option('--amount <naira>', 'the amount that was paid')
    .option('--vendor <number>', 'the vendor account that was paid (see "afara vendors")')
    .option('--bank <name>', "the payer's bank")
    .option('--account <number>', "the payer's account number")
    .option('--name <name>', "the payer's name")
    .option('--network <name>', 'the network of the wallet, such as Polygon')
    .option(
      '--wallet <address>',
      'the destination wallet; without it, the default wallet of your business, or else its balance',
    )
    .option('--reference <text>', 'your reference; repeating it returns the same buy')
    .option('--idempotency-key <text>', 'the idempotency key, to repeat a request after a crash')
    .option('--preview', 'run every check without recording anything')
    .option('--wait', 'wait until the transaction is final')
    .option('--yes', 'in live mode: do not ask for confirmation')
    .addHelpText(
      'after',
      example(
        'afara buy --preview',
        'afara buy --amount 25000 --bank GTBank --account 0123456789 --network Polygon --wallet 0x8ba1… --reference order-2291',
      ),
    )
    .action(
      act<Flags>(async (session, flags) => {
        const vendor = await chooseVendor(session, flags.vendor)
        return makeTransaction(session, {
          type: 'Buy',
          path: '/transactions/v1/onramp',
          flags,
          body: {
            type: 'buy_ramp',
            amount: await fillAmount(session, flags.amount, '15000'),
            vendor_name: vendor.vendorName,
            vendor_number: vendor.vendorNumber,
            vendor_bank: vendor.vendorBank,
            bank_name: await fill(session, flags.bank, {
              flag: 'bank',
              words: "Payer's bank",
              sample: 'GTBank',
            }),
            account_number: await fill(session, flags.account, {
              flag: 'account',
              words: "Payer's account number",
              sample: '0123456789',
            }),
            account_name: flags.name,
            network: flags.network,
            wallet_address: flags.wallet,
          },
          next: ({ transaction_id: id }) => [
            ...(session.settings.mode === 'test' ? [`Next: afara pay ${id} (simulates the payment)`] : []),
            `Then: afara timeline ${id}`,
          ],
        })
      }),
    )
}

/** Returns the named vendor account, or the last in the list, which is the business's own account if it has one. */
async function chooseVendor(session: Session, wanted: string | undefined) {
  const { VendorList: vendors } = (await session.get<VendorReply>('/transactions/v1/vendors')).body
  const found = wanted === undefined ? vendors.at(-1) : vendors.find((one) => one.vendorNumber === wanted)
  if (found !== undefined) return found
  throw new UsageError(
    wanted === undefined
      ? 'No vendor account is available at the moment. Ask your contact at Afara for one.'
      : `No vendor account has the number ${wanted}. See "afara vendors".`,
  )
}
