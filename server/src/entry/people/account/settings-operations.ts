import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import { assertionExample } from '../credential-wire.ts'
import { businessPath, message } from './account-wire.ts'
import { SettingsWire, settingsExample } from './settings-wire.ts'
import { CHANGE, DoneReply, OptionsOfChange, optionsExample } from './team-operations.ts'

const parameters = { path: Type.Object(businessPath) }

export const readSettingsOperation: Operation = {
  id: 'readSettings',
  tag: 'Account',
  summary: 'Read the settings of a business',
  description: 'Its default wallets, its tolerance of payments, and how its pay page looks.',
  parameters,
  replies: {
    200: {
      description: 'The settings.',
      schema: namedObject('SettingsReply', { status: successField, message, settings: SettingsWire }),
      examples: { settings: successExample('Settings', 'The settings.', { settings: settingsExample }) },
    },
  },
  refusals: ['business_unknown'],
}

export const setLookOperation: Operation = {
  id: 'setLook',
  tag: 'Account',
  summary: 'Set the logo and the colour of the pay page',
  description:
    'A field that you leave out keeps its value; null returns to ours. White text must be readable on the colour (WCAG AA). We derive the colour for dark mode.',
  parameters,
  requestExamples: { colour: { summary: 'A colour', value: { colour: '#1d4fb8' } } },
  replies: {
    200: {
      description: 'It is set.',
      schema: DoneReply,
      examples: { set: successExample('Set', 'Your pay page looks like this now.', {}) },
    },
  },
  refusals: ['business_unknown', 'colour_invalid', 'logo_invalid'],
}

const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const refusedWallet = [
  'business_unknown',
  'network_unknown',
  'wallet_incomplete',
  'wallet_address_forbidden',
  'wallet_address_invalid',
  'wallet_address_is_secret',
  'wallet_address_unsupported',
  'wallet_address_wrong_network',
] as const

export const requestWalletOperation: Operation = {
  id: 'requestWallet',
  tag: 'Account',
  summary: 'Start to set the default wallet of test mode',
  description:
    'Checks the wallet, and returns the text that your passkey signs. Without a wallet, removes it.',
  parameters,
  requestExamples: { wallet: { summary: 'A wallet', value: wallet } },
  replies: {
    200: { description: 'What to sign.', schema: OptionsOfChange, examples: { options: optionsExample } },
  },
  refusals: refusedWallet,
}

export const setWalletOperation: Operation = {
  id: 'setWallet',
  tag: 'Account',
  summary: 'Set the default wallet of test mode',
  description:
    'Receives the tokens of buys in test mode that name no wallet. In live mode two operators of Afara decide it with the other terms.',
  parameters,
  requestExamples: {
    wallet: { summary: 'Signed', value: { ...wallet, change_id: CHANGE, credential: assertionExample } },
  },
  replies: {
    200: {
      description: 'It is set.',
      schema: DoneReply,
      examples: { set: successExample('Set', 'The default wallet is set.', {}) },
    },
  },
  refusals: [
    ...refusedWallet,
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'signing_paused',
  ],
}

const tolerance = { mode: 'test', tolerance: '1.00' }

export const requestToleranceOperation: Operation = {
  id: 'requestTolerance',
  tag: 'Account',
  summary: 'Start to set the tolerance of payments',
  description: 'Returns the text that your passkey signs.',
  parameters,
  requestExamples: { naira: { summary: 'One naira', value: tolerance } },
  replies: {
    200: { description: 'What to sign.', schema: OptionsOfChange, examples: { options: optionsExample } },
  },
  refusals: ['business_unknown'],
}

export const setToleranceOperation: Operation = {
  id: 'setTolerance',
  tag: 'Account',
  summary: 'Set the tolerance of payments',
  description:
    'A payment that differs from the amount by no more pays it in full, and you receive what was paid. At most 0.5 ‰ of an amount counts. Zero: every kobo must match.',
  parameters,
  requestExamples: {
    naira: {
      summary: 'Signed',
      value: { ...tolerance, change_id: CHANGE, credential: assertionExample },
    },
  },
  replies: {
    200: {
      description: 'It is set.',
      schema: DoneReply,
      examples: { set: successExample('Set', 'The tolerance is set.', {}) },
    },
  },
  refusals: [
    'business_unknown',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'signing_paused',
  ],
}
