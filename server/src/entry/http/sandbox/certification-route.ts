import type { FastifyInstance } from 'fastify'
import { readCertification } from '../../../flows/sandbox/certification.ts'
import type { AppDeps } from '../app-deps.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { CertificationReply, toCertificationWire } from './certification-wire.ts'

const check = {
  name: 'paid_exactly',
  title: 'The naira arrives as announced, and the tokens are delivered.',
  state: 'passed',
  detail: 'Your endpoints accepted all 5 events.',
  at: '2026-11-15T09:30:00.000Z',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
}

const readCertificationOperation: Operation = {
  id: 'readCertification',
  tag: 'Sandbox',
  summary: 'Read the certification report',
  description:
    'What your integration has shown in test mode: which scenarios ran to their end with every event accepted by your endpoint, and how your programs and endpoints behaved. `afara certify` also tests what only your machine can show, such as forged signatures. Test keys only.',
  replies: {
    200: {
      description: 'The report.',
      schema: CertificationReply,
      examples: {
        one: successExample('One check of each kind', '2 of 2 passed.', {
          certification: {
            passed: 2,
            behaviour: [
              {
                ...check,
                name: 'key_used',
                title: 'Your program calls the API',
                at: null,
                transaction_id: null,
              },
            ],
            scenarios: [check],
          },
        }),
      },
    },
  },
  refusals: ['sandbox_only'],
}

/** 200: what the business has shown in test mode, from its own data. */
export function readCertificationRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get(
    '/sandbox/v1/certification',
    { config: { access: 'buy', operation: readCertificationOperation } },
    async (request) => {
      const certification = toCertificationWire(await readCertification(deps, keyOf(request).tenant))
      const count = certification.behaviour.length + certification.scenarios.length
      return { status: 'success', message: `${certification.passed} of ${count} passed.`, certification }
    },
  )
}
