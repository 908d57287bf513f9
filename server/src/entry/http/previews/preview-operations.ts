import { type Operation, successExample } from '../openapi/operation.ts'
import { PreviewReply } from './preview-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const payee = { bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }

const amounts = { amount: 25000.5, fee: 0, receives: 25000.5 }

const replies: Operation['replies'] = {
  200: {
    description: 'What would become of it. Nothing was recorded.',
    schema: PreviewReply,
    examples: {
      fine: successExample('Nothing stands in the way', 'Nothing stands in the way. Nothing was recorded.', {
        preview: { ok: true, ...amounts, needs: [], warnings: [], expected_by_seconds: 2460 },
      }),
      blocked: successExample('Two things do', '2 things stand in the way. Nothing was recorded.', {
        preview: {
          ok: false,
          ...amounts,
          needs: [
            {
              code: 'bank_unknown',
              message: 'No bank is called "GT": did you mean Guaranty Trust Bank (000013)?',
              field: 'bank_name',
              fix: 'Choose from `suggestions` beside the error.',
              suggestions: [{ name: 'Guaranty Trust Bank', code: '000013' }],
            },
            {
              code: 'delivery_short',
              message:
                'We have fewer tokens ready on Polygon than this would take: it would wait until we have more.',
              field: 'amount',
              fix: 'Ask for less, name a wallet on another network, or try again in an hour.',
            },
          ],
          warnings: [
            {
              code: 'wallet_odd',
              message: 'Nothing was ever sent to or from this wallet on Polygon.',
            },
          ],
          expected_by_seconds: 2460,
        },
      }),
    },
  },
}

const told =
  'The body is that of the real request. 200 says what would become of it: `needs` has everything that stands in the way, each with its fix, and `warnings` what to know. It asks whom the real thing would ask, networks and banks included, within three seconds, and records nothing. Only a body that is no such request at all is refused.'

export const previewBuyOperation: Operation = {
  id: 'previewBuy',
  tag: 'Buy',
  summary: 'Preview a buy',
  description: `${told}\n\nSend it before the payer pays: who pays, and which vendor account, may be left out. What a sanctions list would say is never told.`,
  requestExamples: {
    before_payment: {
      summary: 'Before anybody has paid',
      value: { ...business, type: 'buy_ramp', amount: 25000.5, ...wallet },
    },
    with_payer: {
      summary: 'With the claim as it will be sent',
      value: {
        ...business,
        type: 'buy_ramp',
        amount: 25000.5,
        vendor_name: 'TEST ONLY, DO NOT PAY: Ada Foods at Afara',
        vendor_bank: 'TEST BANK (not a bank)',
        vendor_number: '0000000003',
        bank_name: 'GTBank',
        account_number: '0123456789',
        ...wallet,
        reference: 'order-2291',
      },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}

export const previewSellOperation: Operation = {
  id: 'previewSell',
  tag: 'Sell',
  summary: 'Preview a sell',
  description: told,
  requestExamples: {
    from_wallet: {
      summary: 'From a wallet',
      value: { ...business, type: 'sell_ramp', amount: 25000.5, ...payee, ...wallet },
    },
    from_balance: {
      summary: 'From the balance',
      value: { ...business, type: 'sell_ramp', amount: 25000.5, ...payee },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}

export const previewWithdrawalOperation: Operation = {
  id: 'previewWithdrawal',
  tag: 'Withdraw',
  summary: 'Preview a withdrawal',
  description: told,
  requestExamples: {
    to_a_wallet: {
      summary: 'To a wallet',
      value: { ...business, type: 'withdrawal', amount: 25000.5, ...wallet },
    },
  },
  replies,
  refusals: ['business_mismatch'],
}
