import { Type } from 'typebox'
import type { WholeWithdrawal } from '../../../flows/payments/order-withdrawals.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { EnrolledWallet } from '../../../records/payments/wallet-store.ts'
import { type WithdrawalOrder, withdrawalStates } from '../../../records/payments/withdrawal-order-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { textReply, wordReply } from '../../http/reply-fields.ts'
import { requiredWalletFields } from '../../http/request-fields.ts'
import { maybeTime, timeReply } from '../people-wire.ts'
import { maybeText, SignedFields, toSigned } from './payment-wire.ts'

const ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

export const EnrolBody = closedObject({
  ...requiredWalletFields,
  label: Type.String({
    description: 'Your own name of the wallet.',
    examples: ['Treasury'],
    minLength: 1,
    maxLength: 60,
    pattern: '\\S',
  }),
})

export const WithdrawBody = closedObject({
  reference: Type.String({
    description: 'Your own reference of the withdrawal. A repeated proposal with it returns the first one.',
    examples: ['withdrawal-12'],
    pattern: '^[A-Za-z0-9._-]{1,64}$',
  }),
  wallet_id: Type.String({
    description: 'An enrolled wallet.',
    examples: ['wal_01a1dcc264cc7ab5819881f76f5e96ba'],
    maxLength: 60,
  }),
  amount: Type.String({ description: 'The NGNC, as text.', examples: ['25000.50'], maxLength: 40 }),
})

const walletFields = {
  wallet_id: textReply('The id.', 'wal_01a1dcc264cc7ab5819881f76f5e96ba'),
  label: textReply('Your own name of the wallet.', 'Treasury'),
  network: textReply('The network.', 'Polygon'),
  wallet_address: textReply('The address.', ADDRESS),
  created_at: timeReply('When it was proposed.'),
  added_by: textReply('The name of the member who enrolled it.', 'Ngozi Eze'),
  is_own: Type.Boolean({ description: 'Whether you enrolled it.', examples: [false] }),
  approved_by: maybeText('The name of the second member who signed it.', 'Tunde Ade'),
  ready_at: maybeTime('From when on members can withdraw to it; null before it is signed.'),
  is_ready: Type.Boolean({ description: 'Whether members can withdraw to it now.', examples: [true] }),
}

export const WalletWire = namedObject(
  'EnrolledWallet',
  { ...walletFields, ...SignedFields },
  'A wallet that members of your business withdraw to.',
)

export function toWalletWire(rules: WalletAddressRules, wallet: EnrolledWallet, memberId: string) {
  return {
    wallet_id: formatId('wallet', wallet.id),
    label: wallet.label,
    network: wallet.network,
    wallet_address: shownAddress(rules, wallet),
    created_at: wallet.createdAt.toISOString(),
    added_by: wallet.addedByName,
    is_own: wallet.addedBy === memberId,
    approved_by: wallet.approvedByName,
    ready_at: wallet.readyAt?.toISOString() ?? null,
    is_ready: wallet.isReady,
    ...toSigned(wallet.text),
  }
}

const orderFields = {
  withdrawal_order_id: textReply('The id.', 'wdo_01a1dcc264cc7ab5819881f76f5e96ba'),
  reference: textReply('Your reference, which its transaction has too.', 'withdrawal-12'),
  state: wordReply(
    withdrawalStates,
    'unsigned: its proposer has not signed it. proposed: another member must approve it. approved: the tokens are sent. cancelled, refused: nothing is sent.',
  ),
  label: textReply('Your own name of the wallet.', 'Treasury'),
  network: textReply('The network.', 'Polygon'),
  wallet_address: textReply('The address.', ADDRESS),
  amount: textReply('The NGNC that leave your balance and arrive at the wallet.', '25000.5'),
  fee: textReply('The fee. A withdrawal has none.', '0'),
  created_at: timeReply('When it was proposed.'),
  proposed_by: textReply('The name of the member who proposed it.', 'Ngozi Eze'),
  is_own: Type.Boolean({ description: 'Whether you proposed it.', examples: [false] }),
  approved_by: maybeText('The name of the second member who signed it.', 'Tunde Ade'),
  ended_by: maybeText('The name of the member who cancelled or refused it.', 'Tunde Ade'),
  over_at: maybeTime('When it was approved, cancelled or refused.'),
  transaction_id: maybeText('The withdrawal that makes it.', 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'),
  status: maybeText('The status of that withdrawal.', 'completed'),
  refusal: Type.Union(
    [
      namedObject('WithdrawalRefusal', {
        code: textReply('The reason, as a code.', 'insufficient_balance'),
        message: textReply('The reason in words.', 'The balance is below this amount.'),
      }),
      Type.Null(),
    ],
    { description: 'Why it was not made; null if nothing is wrong. Nothing was debited.' },
  ),
}
export const ListedWithdrawalWire = namedObject(
  'ListedWithdrawalOrder',
  orderFields,
  'A withdrawal of members in a list.',
)
export const WithdrawalOrderWire = namedObject(
  'WithdrawalOrder',
  {
    ...orderFields,
    people: Type.Integer({ description: 'How many members must sign it, as of now.', examples: [2] }),
    ...SignedFields,
  },
  'A withdrawal that members sign.',
)

export function toListedWithdrawal(rules: WalletAddressRules, order: WithdrawalOrder, memberId: string) {
  return {
    withdrawal_order_id: formatId('withdrawalOrder', order.id),
    reference: order.reference,
    state: order.state,
    label: order.label,
    network: order.network,
    wallet_address: shownAddress(rules, order),
    amount: formatMoney(money('NGNC', order.amountMinor)),
    fee: '0',
    created_at: order.createdAt.toISOString(),
    proposed_by: order.proposedBy.name,
    is_own: order.proposedBy.id === memberId,
    approved_by: order.approvedBy,
    ended_by: order.endedBy,
    over_at: order.overAt?.toISOString() ?? null,
    transaction_id: order.transactionId && formatId('transaction', order.transactionId),
    status: order.status,
    refusal: order.refusal,
  }
}

export function toWithdrawalOrder(
  rules: WalletAddressRules,
  { order, people }: WholeWithdrawal,
  memberId: string,
) {
  return { ...toListedWithdrawal(rules, order, memberId), people, ...toSigned(order.text) }
}

function shownAddress(
  rules: WalletAddressRules,
  { network, address }: Readonly<{ network: string; address: string }>,
): string {
  return rules.tell(network as NetworkName, address).shown
}
