import { createPayoutWorld } from './payout-world.ts'

/** Extends the payout world with one account at a time and rounds that are some time apart. */
export async function createPayoutRounds() {
  const world = await createPayoutWorld()
  const { payer, clock } = world
  let account = ''

  const paymentsOf = (sell: string) => payer.payments.filter(({ transactionId }) => transactionId === sell)
  const callsFor = async (sell: string) =>
    (await world.payoutsOf(sell)).map(({ reference }) => payer.calls.get(reference) ?? 0)

  const rounds = async (count: number, everyMs: number, of = account): Promise<void> => {
    for (let done = 0; done < count; done += 1) {
      clock.advance(everyMs)
      await world.round(of)
    }
  }

  /** Clears a sell and runs a round of the account. */
  const sent = async (of = account): Promise<string> => {
    const [sell = ''] = await world.clear(1)
    await world.round(of)
    return sell
  }

  return {
    ...world,
    /** Retires all accounts and returns a new one, which the rounds use unless another is named. */
    renewAccount: async (): Promise<string> => {
      await world.retireAccounts()
      account = await world.openAccount('paystack')
      return account
    },
    paymentsOf,
    callsFor,
    rounds,
    sent,
  }
}
