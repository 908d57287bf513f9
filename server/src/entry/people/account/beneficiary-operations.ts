import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import { assertionExample } from '../credential-wire.ts'
import { businessPath, message } from './account-wire.ts'
import { BeneficiaryWire, PayeeRestrictionWire, SignedFields } from './payment-wire.ts'

export const modePath = {
  ...businessPath,
  mode: Type.String({ description: 'test or live. live moves real money.' }),
}

/** Refusals of every route about payments. */
export const common: Operation['refusals'] = ['business_unknown', 'not_found']

const beneficiaryExample = {
  beneficiary_id: 'ben_01a1dcc264cc7ab5819881f76f5e96ba',
  bank_name: 'Guaranty Trust Bank',
  bank_code: '000013',
  account_number: '0123456789',
  account_name: 'ADA OBI',
  created_at: '2026-11-15T09:30:00.000Z',
  settled_at: '2026-11-16T09:30:00.000Z',
}

const restrictionExample = { version: 1, is_on: true, ends_at: null }

export const listBeneficiariesOperation: Operation = {
  id: 'listBeneficiaries',
  tag: 'Account',
  summary: 'List the beneficiaries',
  description:
    'The bank accounts that the business pays, the newest first, and whether its sells are accepted only to them.',
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The beneficiaries.',
      schema: namedObject('BeneficiariesReply', {
        status: successField,
        message,
        beneficiaries: Type.Array(BeneficiaryWire, { description: 'The newest first.' }),
        restriction: PayeeRestrictionWire,
      }),
      examples: {
        list: successExample('One', '1 beneficiary.', {
          beneficiaries: [beneficiaryExample],
          restriction: restrictionExample,
        }),
      },
    },
  },
  refusals: common,
}

export const addBeneficiaryOperation: Operation = {
  id: 'addBeneficiary',
  tag: 'Account',
  summary: 'Add a beneficiary',
  description:
    'Asks the bank for the name on the account and stores it. For 24 hours in live mode, and for one minute in test mode, a second member must approve every payment to it. Safe to repeat.',
  requestExamples: {
    account: { summary: 'An account', value: { bank: 'GTBank', account_number: '0123456789' } },
  },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The beneficiary.',
      schema: namedObject('BeneficiaryReply', {
        status: successField,
        message,
        beneficiary: BeneficiaryWire,
      }),
      examples: {
        added: successExample('Added', 'ADA OBI is a beneficiary.', { beneficiary: beneficiaryExample }),
      },
    },
  },
  refusals: [
    ...common,
    'bank_unknown',
    'bank_ambiguous',
    'account_number_invalid',
    'account_unknown',
    'name_enquiry_limit',
    'beneficiary_unknown',
    'unavailable',
  ],
}

export const endBeneficiaryOperation: Operation = {
  id: 'endBeneficiary',
  tag: 'Account',
  summary: 'Remove a beneficiary',
  description: 'Nobody can propose a payment to it any more. Orders that were approved are still paid.',
  parameters: {
    path: Type.Object({
      ...modePath,
      beneficiary_id: Type.String({ description: 'The id of the beneficiary (ben_…).' }),
    }),
  },
  replies: {
    200: {
      description: 'It is removed.',
      schema: namedObject('EndedBeneficiaryReply', { status: successField, message }),
      examples: { ended: successExample('Removed', 'The beneficiary is removed.', {}) },
    },
  },
  refusals: [...common, 'beneficiary_unknown'],
}

export const draftRestrictionOperation: Operation = {
  id: 'draftPayeeRestriction',
  tag: 'Account',
  summary: 'Get the text of a restriction to beneficiaries',
  description: 'What an owner signs to turn the restriction on or off.',
  requestExamples: { on: { summary: 'Turn it on', value: { is_on: true } } },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The text.',
      schema: namedObject('RestrictionDraftReply', {
        status: successField,
        message,
        version: Type.Integer({ description: 'Send it back with the signature.', examples: [1] }),
        ...SignedFields,
      }),
      examples: {
        text: successExample('A text', 'Sign the change with your passkey.', {
          version: 1,
          code: '9F3A-0C77',
          text: 'Afara payee restriction 1\n…',
          challenge: 'q83vEjRWeJA',
        }),
      },
    },
  },
  refusals: common,
}

export const setRestrictionOperation: Operation = {
  id: 'setPayeeRestriction',
  tag: 'Account',
  summary: 'Restrict sells to beneficiaries',
  description:
    'Only an owner can, with a passkey. While it is on, every sell in this mode, also one of a batch or a payment order, is accepted only to a beneficiary that has settled. Turning it off takes effect after 24 hours in live mode and after one minute in test mode. Everybody who may pay gets a mail.',
  requestExamples: {
    on: { summary: 'Turn it on', value: { is_on: true, version: 1, credential: assertionExample } },
  },
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The restriction is changed.',
      schema: namedObject('RestrictionReply', {
        status: successField,
        message,
        restriction: PayeeRestrictionWire,
      }),
      examples: {
        on: successExample('On', 'Sells are accepted only to beneficiaries.', {
          restriction: restrictionExample,
        }),
      },
    },
  },
  refusals: [...common, 'payee_restriction_moved', 'signature_invalid'],
}
