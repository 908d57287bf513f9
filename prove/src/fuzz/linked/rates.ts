import { draftValid } from '../requests/draft-valid.ts'
import type { LinkedKind } from '../stage.ts'
import { ask } from './steps.ts'

const OTC = 'GET /otc/buy'
const USDC = 'GET /rates/v1/usdc-ngnc'

type Rates = Readonly<Record<string, number>>

export const rateKinds: readonly LinkedKind[] = [
  {
    className: 'linked',
    name: 'the rates of both tables',
    play: async (stage) => {
      const read = async (id: string): Promise<Rates> => {
        const party = stage.random.pick(stage.world.parties)
        const reply = await ask(stage, draftValid(stage.operation(id), { ...stage, party }), {
          statuses: [200],
        })
        const expiry = Date.parse(reply.headers.get('rate-expires') ?? '')
        if (!(expiry > Date.now())) stage.fault(`${id} expired at ${reply.headers.get('rate-expires')}`)
        return JSON.parse(reply.body.toString('utf8')) as Rates
      }
      const [otc, usdc] = [await read(OTC), await read(USDC)]
      if (Object.keys(otc).join() !== Object.keys(usdc).join())
        stage.fault('the two tables have different currencies')
      for (const [currency, rate] of Object.entries(otc)) {
        if (!(rate >= (usdc[currency] ?? 0))) stage.fault(`the bid for ${currency} is higher than the ask`)
      }
    },
  },
]
