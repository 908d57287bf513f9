import type { FastifyInstance } from 'fastify'
import type { Beneficiary } from '../payouts/beneficiary.ts'
import { findBankByKey, keyOfBank } from '../payouts/receiving-bank.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { AdminRefusal } from './admin-refusal.ts'

const change = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    status: { type: 'string', enum: ['open', 'missing'] },
  },
} as const

type Place = { Params: { bank: string; number: string } }

/** Routes for beneficiary accounts. `bank` is the code of the national rail, or the slug of a bank without one. */
export function beneficiaryRoutes(app: FastifyInstance, { commit, payouts }: SimulatedBank): void {
  const read = ({ bank, number }: Place['Params']): Beneficiary => {
    const found = findBankByKey(bank)
    if (found === undefined) throw new AdminRefusal(404, `no bank is called ${bank}`)
    if (!/^\d{10}$/.test(number)) throw new AdminRefusal(400, 'an account number must have ten digits')
    return payouts.beneficiary(keyOfBank(found), number)
  }

  app.get<Place>('/admin/beneficiaries/:bank/:number', async ({ params }) => read(params))

  app.put<Place & { Body: { name?: string; status?: Beneficiary['status'] } }>(
    '/admin/beneficiaries/:bank/:number',
    { schema: { body: change } },
    async ({ params, body }) => {
      const beneficiary = { ...read(params), ...body }
      commit({ is: 'beneficiary', beneficiary })
      return beneficiary
    },
  )
}
