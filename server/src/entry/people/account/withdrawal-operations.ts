import { Type } from 'typebox'
import { namedObject } from '../../http/object-schemas.ts'
import {
  amountRefusals,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../../http/openapi/operation.ts'
import { successField } from '../../http/reply-fields.ts'
import { assertionExample } from '../credential-wire.ts'
import { message } from './account-wire.ts'
import { common, modePath } from './beneficiary-operations.ts'
import { LimitWire } from './payment-wire.ts'
import { ListedWithdrawalWire, WalletWire, WithdrawalOrderWire } from './withdrawal-wire.ts'

const walletPath = { ...modePath, wallet_id: Type.String({ description: 'The id of the wallet (wal_…).' }) }
const orderPath = {
  ...modePath,
  withdrawal_order_id: Type.String({ description: 'The id of the withdrawal (wdo_…).' }),
}

const ID = '01a1dcc264cc7ab5819881f76f5e96ba'
const place = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const signed = { code: '9F3A-0C77', challenge: 'q83vEjRWeJA' }
const walletExample = {
  wallet_id: `wal_${ID}`,
  label: 'Treasury',
  ...place,
  created_at: '2026-11-15T09:30:00.000Z',
  added_by: 'Ngozi Eze',
  is_own: true,
  approved_by: null,
  ready_at: null,
  is_ready: false,
  ...signed,
  text: 'Afara wallet 1\nmode: "test"\n…',
}
const listedExample = {
  withdrawal_order_id: `wdo_${ID}`,
  reference: 'withdrawal-12',
  state: 'proposed',
  label: 'Treasury',
  ...place,
  amount: '25000.5',
  fee: '0',
  created_at: '2026-11-15T09:30:00.000Z',
  proposed_by: 'Ngozi Eze',
  is_own: false,
  approved_by: null,
  ended_by: null,
  over_at: null,
  transaction_id: null,
  status: null,
  refusal: null,
}
const orderExample = {
  ...listedExample,
  people: 2,
  ...signed,
  text: 'Afara withdrawal 1\nmode: "test"\n…',
}
const passkeyExample = { passkey: { summary: 'A signature', value: { credential: assertionExample } } }

export const listWalletsOperation: Operation = {
  id: 'listWallets',
  tag: 'Account',
  summary: 'List the enrolled wallets',
  description: 'The wallets that members withdraw to, the newest first.',
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The wallets.',
      schema: namedObject('WalletsReply', {
        status: successField,
        message,
        wallets: Type.Array(WalletWire, { description: 'The newest first.' }),
      }),
      examples: { list: successExample('One', '1 wallet.', { wallets: [walletExample] }) },
    },
  },
  refusals: common,
}

const walletReply = (name: string, description: string, said: string): Operation['replies'] => ({
  200: {
    description,
    schema: namedObject(name, { status: successField, message, wallet: WalletWire }),
    examples: { wallet: successExample('A wallet', said, { wallet: walletExample }) },
  },
})

export const enrolWalletOperation: Operation = {
  id: 'enrolWallet',
  tag: 'Account',
  summary: 'Enrol a wallet',
  description:
    'Stores a wallet that you sign next. It counts for nothing before. Checks that the address can be one of the network.',
  requestExamples: { wallet: { summary: 'A wallet', value: { ...place, label: 'Treasury' } } },
  parameters: { path: Type.Object(modePath) },
  replies: walletReply(
    'ProposedWalletReply',
    'The wallet. Sign it next.',
    'Sign the wallet with your passkey.',
  ),
  refusals: [...common, 'network_unknown', 'wallet_incomplete', ...walletAddressRefusals],
}

export const signWalletOperation: Operation = {
  id: 'signWallet',
  tag: 'Account',
  summary: 'Sign a wallet',
  description:
    'The member who enrols it signs first. Members can withdraw to it 24 hours later (one minute in test mode), or at once after another member signs the same text. Everybody who may pay gets a mail. The process that signs transfers verifies the signatures again.',
  requestExamples: passkeyExample,
  parameters: { path: Type.Object(walletPath) },
  replies: walletReply('SignedWalletReply', 'The wallet after the signature.', 'The wallet is enrolled.'),
  refusals: [...common, 'wallet_unknown', 'wallet_enrolled', 'signature_invalid', 'signing_paused'],
}

export const endWalletOperation: Operation = {
  id: 'endWallet',
  tag: 'Account',
  summary: 'Remove a wallet',
  description: 'At once. Withdrawals to it that are not made yet are refused.',
  parameters: { path: Type.Object(walletPath) },
  replies: {
    200: {
      description: 'It is removed.',
      schema: namedObject('EndedWalletReply', { status: successField, message }),
      examples: { ended: successExample('Removed', 'The wallet is removed.', {}) },
    },
  },
  refusals: [...common, 'wallet_unknown'],
}

export const listWithdrawalsOperation: Operation = {
  id: 'listWithdrawalOrders',
  tag: 'Account',
  summary: 'List the withdrawals of members',
  description: 'The newest 100, and how much one member may pay out and withdraw alone.',
  parameters: { path: Type.Object(modePath) },
  replies: {
    200: {
      description: 'The withdrawals.',
      schema: namedObject('WithdrawalOrdersReply', {
        status: successField,
        message,
        withdrawal_orders: Type.Array(ListedWithdrawalWire, { description: 'The newest first.' }),
        limit: LimitWire,
      }),
      examples: {
        list: successExample('One', '1 withdrawal.', {
          withdrawal_orders: [listedExample],
          limit: { version: 0, amount: '0', used: '0' },
        }),
      },
    },
  },
  refusals: common,
}

const orderReply = (name: string, description: string, said: string): Operation['replies'] => ({
  200: {
    description,
    schema: namedObject(name, { status: successField, message, withdrawal_order: WithdrawalOrderWire }),
    examples: { order: successExample('A withdrawal', said, { withdrawal_order: orderExample }) },
  },
})

export const proposeWithdrawalOperation: Operation = {
  id: 'proposeWithdrawal',
  tag: 'Account',
  summary: 'Propose a withdrawal',
  description:
    'Stores a withdrawal from the balance to an enrolled wallet. Nothing is sent before members have signed it with their passkeys. With the same `reference`, wallet and amount, the first one is returned.',
  requestExamples: {
    withdrawal: {
      summary: 'To a wallet',
      value: { reference: 'withdrawal-12', wallet_id: `wal_${ID}`, amount: '25000.50' },
    },
  },
  parameters: { path: Type.Object(modePath) },
  replies: orderReply(
    'ProposedWithdrawalReply',
    'The withdrawal. Sign it next.',
    'Sign it with your passkey.',
  ),
  refusals: [...common, 'wallet_unknown', 'wallet_cooling', 'reference_conflict', ...amountRefusals],
}

export const readWithdrawalOperation: Operation = {
  id: 'readWithdrawalOrder',
  tag: 'Account',
  summary: 'Read a withdrawal of members',
  description: 'The withdrawal, its outcome, and the text that members sign.',
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply('WithdrawalOrderReply', 'The withdrawal.', 'This is the withdrawal.'),
  refusals: [...common, 'withdrawal_order_unknown'],
}

export const signWithdrawalOperation: Operation = {
  id: 'signWithdrawalOrder',
  tag: 'Account',
  summary: 'Sign a withdrawal',
  description:
    'The proposer signs first, then another member approves by signing the same text. With enough signatures the tokens are sent. The process that signs transfers verifies the signatures again.',
  requestExamples: passkeyExample,
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply(
    'SignedWithdrawalReply',
    'The withdrawal after the signature.',
    'Another member must approve it.',
  ),
  refusals: [
    ...common,
    'withdrawal_order_unknown',
    'withdrawal_order_over',
    'wallet_unknown',
    'signature_invalid',
    'signing_paused',
  ],
}

export const endWithdrawalOperation: Operation = {
  id: 'endWithdrawalOrder',
  tag: 'Account',
  summary: 'Cancel or refuse a withdrawal',
  description: 'Your own withdrawal is cancelled, that of another member is refused. Nothing is sent.',
  parameters: { path: Type.Object(orderPath) },
  replies: orderReply('EndedWithdrawalReply', 'It is over.', 'The withdrawal is refused. Nothing is sent.'),
  refusals: [...common, 'withdrawal_order_unknown', 'withdrawal_order_over'],
}
