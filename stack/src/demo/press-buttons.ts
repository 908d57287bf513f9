import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN_ADDRESS } from '../chains/simulated-networks.ts'
import { askChain } from '../http/ask-chain.ts'
import type { ButtonName, Count } from './demo-state.ts'
import type { DemoWorld } from './demo-world.ts'
import type { Journal } from './journal.ts'
import type { Deal, openShop } from './shop.ts'

type Pressing = Readonly<{
  world: DemoWorld
  shop: ReturnType<typeof openShop>
  journal: Journal
  /** The newest figures of the independent reader. */
  count(): Count | null
}>

/** Code of the payers' bank. */
const GTBANK = '000013'
const SETTLED_WITHIN_MS = 240_000

/** The eight buttons. Each makes its own payment, breaks something while the money is on its way, and waits until bank and chain agree. */
export function createButtons({ world, shop, journal, count }: Pressing) {
  const { stack, desk, blocks, chainUrl } = world
  // Two killings at once would start one process twice.
  let machines: Promise<unknown> = Promise.resolve()
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = machines.then(work)
    machines = turn.catch(() => {})
    return turn
  }

  const pay = async (deal: Deal, faults: readonly string[] = []): Promise<string> => {
    // Before a refund, the payer's bank is asked who holds the account.
    await desk.putHolder(GTBANK, deal.payer.account_number, deal.payer.name)
    const [line] = await desk.pay([
      {
        account: deal.account,
        amount: nairaText(deal.note.amountKobo),
        payer: deal.payer,
        remark: deal.code,
        faults: ['payer_full', ...faults],
      },
    ])
    journal.paid(deal, line ?? '')
    return line ?? ''
  }

  /** Shows an order on the phone and pays it. A visitor should see the page before it changes. */
  const payAnOrder = async (faults?: readonly string[], mayBeTakenBack = true): Promise<Deal> => {
    const deal = journal.takeWaiting() ?? journal.show(await shop.order())
    if (!mayBeTakenBack) journal.keep(deal)
    await sleep(700)
    await pay(deal, faults)
    return deal
  }

  const settled = async (deal: Deal, ...places: ReadonlyArray<Count['places'][string]>): Promise<number> => {
    const began = performance.now()
    while (performance.now() - began < SETTLED_WITHIN_MS) {
      const place = count()?.places[deal.note.name]
      if (place === 'wrong') throw new Error(`${deal.note.name} is wrong at the bank or on the chain`)
      if (place !== undefined && places.includes(place)) return performance.now() - began
      await sleep(100)
    }
    throw new Error(`${deal.note.name} has not arrived after ${SETTLED_WITHIN_MS / 60_000} minutes`)
  }
  const delivered = async (deal: Deal) => settled(deal, 'delivered', 'taken_back')

  /** Each returns a few words about how it ended, for the button. */
  const presses: Readonly<Record<ButtonName, () => Promise<string>>> = {
    pay: async () => {
      const began = performance.now()
      const deal = await payAnOrder()
      const line = journal.say('fact', `${payerOf(deal)} paid ${naira(deal.note.amountKobo)}`)
      await delivered(deal)
      const took = seconds(performance.now() - began)
      journal.follow(line, `${tokens(deal)} delivered to Ada Foods in ${took}.`)
      return `delivered, ${took}`
    },

    'kill-worker': async () => {
      const deal = await payAnOrder()
      await sleep(400)
      const began = performance.now()
      const { line, down } = await inTurn(async () => {
        const struck = performance.now()
        const line = journal.say(
          'fault',
          `Worker killed (pid ${stack.workerId()}) with ${naira(deal.note.amountKobo)} in flight`,
        )
        journal.follow(line, 'A new worker is starting.')
        const reword = journal.mark(deal, 'Worker killed here')
        journal.part('Worker', false)
        await stack.crashWorker()
        journal.part('Worker', true)
        const down = seconds(performance.now() - struck)
        reword(`Worker killed here, back after ${down}`)
        return { line, down }
      })
      journal.follow(line, 'A new worker reads PostgreSQL and carries on.')
      await delivered(deal)
      journal.follow(line, `A new worker read PostgreSQL after ${down} and delivered once.`)
      return `survived, ${seconds(performance.now() - began)}`
    },

    'lose-reply': async () => {
      let line = 0
      const began = performance.now()
      const deal = await shop.cashOut(async (beneficiary) => {
        await desk.setFault({ fault: 'accept_then_reset', number: beneficiary, times: 1 })
        line = journal.say('fault', 'Ada Foods cashes out ₦5,000.00. The bank pays, and its reply is lost')
      })
      journal.list(deal)
      journal.mark(deal, 'The bank’s reply was lost here')
      journal.follow(line, 'We cannot know whether it paid. We ask it by reference, and do not pay again.')
      await settled(deal, 'delivered')
      await untilStatus(deal, 'completed')
      const took = seconds(performance.now() - began)
      journal.follow(line, `We asked the bank and did not pay again. The naira arrived once, after ${took}.`)
      return `paid once, ${took}`
    },

    'five-webhooks': async () => {
      const deal = await payAnOrder(['hook_five_times'])
      const line = journal.say('fault', `The bank notified us five times of ${naira(deal.note.amountKobo)}`)
      journal.mark(deal, 'The bank’s notification came five times')
      await delivered(deal)
      journal.follow(line, 'A notification only tells us to look. The bank’s own record counted once.')
      return 'counted once'
    },

    reorganise: async () => {
      const deal = await payAnOrder()
      const hash = await untilMined(deal.note.wallet ?? '')
      await blocks.undo(2)
      const line = journal.say(
        'fault',
        `Two blocks undone, with the transfer ${hash.slice(0, 6)}…${hash.slice(-4)} in them`,
      )
      journal.mark(deal, 'The chain dropped two blocks here')
      const took = seconds(await delivered(deal))
      journal.follow(line, `We waited for finality: the same transfer counted once, after ${took}.`)
      return `survived, ${took}`
    },

    'delete-engine': async () => {
      const deal = await payAnOrder()
      const began = performance.now()
      const line = await inTurn(async () => {
        const struck = performance.now()
        const line = journal.say('fault', 'The workflow engine was killed and its disk deleted')
        journal.follow(line, 'An empty engine is starting.')
        const reword = journal.mark(deal, 'The engine’s disk was deleted here')
        journal.part('Restate', false)
        await stack.loseEngine()
        journal.part('Restate', true)
        reword(`The engine’s disk was deleted here, back after ${seconds(performance.now() - struck)}`)
        return line
      })
      journal.follow(line, 'The new engine is empty. The work is in PostgreSQL and starts again from there.')
      await delivered(deal)
      const took = seconds(performance.now() - began)
      journal.follow(line, `An empty engine took the work from PostgreSQL and finished it in ${took}.`)
      return `survived, ${took}`
    },

    'pay-twice': async () => {
      const deal = await payAnOrder([], false)
      await sleep(600)
      await pay(deal)
      const line = journal.say('fault', `${payerOf(deal)} paid ${naira(deal.note.amountKobo)} twice`)
      journal.follow(line, 'One order, two payments. The second goes back to the account it came from.')
      const began = performance.now()
      journal.mark(deal, 'The same payment came a second time')
      await sleep(1_000)
      await delivered(deal)
      const took = seconds(performance.now() - began)
      journal.follow(line, `One was delivered; the second went back to the payer in ${took}.`)
      return 'second refunded'
    },

    'take-back': async () => {
      let taken = journal.takeRecallable()
      // Another press may take the order that this one paid, and a bank takes a payment back only once.
      while (taken === undefined) {
        await payAnOrder()
        taken = journal.takeRecallable()
      }
      const { deal } = taken
      await delivered(deal)
      await desk.recall(taken.line)
      const line = journal.say(
        'fault',
        `The payer’s bank took ${naira(deal.note.amountKobo)} back, after the delivery`,
      )
      journal.mark(deal, 'The payer’s bank took the money back')
      journal.follow(line, 'The tokens were delivered before, so somebody owes this money.')
      await untilStatus(deal, 'recalled')
      journal.follow(line, 'The books now show that Ada Foods owes it.')
      return 'booked as owed'
    },
  }

  /** Waits until the api reports this status: what the business sees, beside what bank and chain show. */
  async function untilStatus(deal: Deal, status: string): Promise<void> {
    const url = `${stack.apiUrl}/transactions/v1/${deal.transactionId}`
    const began = performance.now()
    while (performance.now() - began < SETTLED_WITHIN_MS) {
      const reply = await fetch(url, { headers: { 'svc-sec-key': stack.testKey } }).catch(() => undefined)
      if (reply?.ok === true) {
        const { transaction } = (await reply.json()) as { transaction: { status: string } }
        if (transaction.status === status) return
      }
      await sleep(300)
    }
    throw new Error(`${deal.note.name} is not ${status} after ${SETTLED_WITHIN_MS / 60_000} minutes`)
  }

  /** Waits until a block has the transfer to this wallet, final or not. Returns its hash. */
  async function untilMined(wallet: string): Promise<string> {
    const began = performance.now()
    const to = `0x${wallet.slice(2).padStart(64, '0')}`
    while (performance.now() - began < SETTLED_WITHIN_MS) {
      const logs = await askChain<Array<{ transactionHash: string }>>(chainUrl, 'eth_getLogs', {
        address: TOKEN_ADDRESS,
        topics: [null, null, to],
        fromBlock: '0x0',
        toBlock: 'latest',
      })
      const [log] = logs
      if (log !== undefined) return log.transactionHash
      await sleep(100)
    }
    throw new Error('the transfer was not sent')
  }

  return {
    press: async (name: ButtonName): Promise<void> => {
      journal.begin(name)
      try {
        const words = await presses[name]()
        journal.end(name, { isGood: true, words })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        journal.say('bad', message)
        journal.end(name, { isGood: false, words: 'failed, see the log' })
      }
    },
  }
}

/** The bank writes names in capitals. */
function payerOf({ payer }: Deal): string {
  return payer.name.replace(/\B[A-Z]+/g, (letters) => letters.toLowerCase())
}

function nairaText(kobo: string): string {
  return `${kobo.slice(0, -2)}.${kobo.slice(-2)}`
}

function naira(kobo: string): string {
  return `₦${grouped(kobo)}`
}

function tokens({ note }: Deal): string {
  return `${grouped(String(BigInt(note.amountKobo) - BigInt(note.feeKobo)))} NGNC`
}

function grouped(kobo: string): string {
  return `${kobo.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${kobo.slice(-2)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
