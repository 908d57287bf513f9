import { Type } from 'typebox'
import { withdrawalMachine } from '../../../records/transactions/withdrawal-machine.ts'
import {
  amountReply,
  needsField,
  successField,
  textReply,
  transactionFields,
  wordReply,
} from '../reply-fields.ts'

const { transaction_id, business, link_tag, date_created, created_at } = transactionFields

export const WithdrawalTransaction = Type.Object(
  {
    transaction_id,
    business,
    type: wordReply(['Withdrawal'], 'Always Withdrawal.'),
    reference: textReply('Your reference, or one of ours if you gave none.', 'withdrawal-12'),
    amount: amountReply('NGNC, exactly as it was asked for: all of it is sent.', 25000.5),
    link_tag,
    network: textReply('Where the tokens go.', 'Polygon'),
    wallet_address: textReply('Who gets them.', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'),
    date_created,
    status: wordReply(Object.keys(withdrawalMachine.meanings), 'Where it has got to. New states may come.'),
    created_at,
    fee: amountReply('Always 0: a withdrawal costs nothing.', 0),
    needs: needsField('What stands in the way; always empty.'),
  },
  { $id: 'WithdrawalTransaction', additionalProperties: false },
)

export const WithdrawalReply = Type.Object(
  {
    status: successField,
    message: textReply('For people: says plainly that nothing is sent yet.', 'Accepted, not sent yet: …'),
    transaction: WithdrawalTransaction,
  },
  { $id: 'WithdrawalReply', additionalProperties: false },
)
